job "sweep" {
  type = "batch"

  group "shards" {
    count = 64

    restart { # on the same machine
      attempts = 2
      interval = "1h"
      delay    = "15s"
      mode     = "fail"
    }

    reschedule { # on another one
      attempts       = 3
      interval       = "24h"
      delay          = "30s"
      delay_function = "exponential"
      max_delay      = "10m"
      unlimited      = false
    }

    volume "data" {
      type   = "host"
      source = "data"
    }

    task "sweep" {
      driver = "docker"
      user   = "65532:65532"

      config {
        image = "registry.example/ceptre:0.1.0"
        args = [
          "sweep",
          "/data/world.cep",
          "--runs=100000",
          "--seed=5",
          "--jobs=1",
          "--quiet",
          "--shard=${NOMAD_ALLOC_INDEX}+1/64",
          "--output=/data/shards/part.${NOMAD_ALLOC_INDEX}",
        ]
        network_mode    = "none"
        readonly_rootfs = true
        cap_drop        = ["all"]
        security_opt    = ["no-new-privileges"]
      }

      volume_mount {
        volume      = "data"
        destination = "/data"
      }

      resources {
        cores  = 1
        memory = 512
      }
    }
  }
}
