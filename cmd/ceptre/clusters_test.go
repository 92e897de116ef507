package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/ceptre/manual"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// clusterFiles returns the files that the manual shows on its page about clusters, by their names.
func clusterFiles(t *testing.T) map[string]string {
	t.Helper()
	all := make(map[string]string)
	files, err := os.ReadDir("manual/clusters")
	require.NoError(t, err)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join("manual/clusters", f.Name()))
		require.NoError(t, err)
		all[f.Name()] = strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	return all
}

// The manual shows each file whole, and shows no other.
func TestClusterFilesAreShown(t *testing.T) {
	page, found := manual.Find("clusters")
	require.True(t, found)
	shown := make(map[string]string)
	for _, m := range mdBlock.FindAllStringSubmatch(page.Markdown(), -1) {
		if m[1] != "" {
			shown[m[1]] = m[3]
		}
	}
	require.Equal(t, clusterFiles(t), shown)
}

// object is a Job or a PersistentVolumeClaim of Kubernetes, with the fields that the manifests have.
type object struct {
	APIVersion, Kind string
	Metadata         struct{ Name string }
	Spec             struct {
		AccessModes    []string // of a claim, as are resources
		Resources      any
		CompletionMode string
		Completions, Parallelism, BackoffLimit,
		BackoffLimitPerIndex, MaxFailedIndexes int
		PodFailurePolicy struct {
			Rules []struct {
				Action          string
				OnPodConditions []struct{ Type, Status string }
				OnExitCodes     struct {
					ContainerName, Operator string
					Values                  []int
				}
			}
		}
		Template struct{ Spec pod }
	}
}

// pod makes a shard, or merges all.
type pod struct {
	RestartPolicy                string
	AutomountServiceAccountToken bool
	SecurityContext              struct {
		RunAsNonRoot                   bool
		RunAsUser, RunAsGroup, FSGroup int
		SeccompProfile                 any
	}
	InitContainers, Containers []container
	Volumes                    []struct {
		Name                  string
		ConfigMap             struct{ Name string }
		PersistentVolumeClaim struct{ ClaimName string }
		EmptyDir              any
	}
}

// container is a command of a pod.
type container struct {
	Name, Image     string
	Args            []string
	Env, EnvFrom    any
	Resources       struct{ Requests, Limits struct{ CPU, Memory string } }
	SecurityContext struct {
		AllowPrivilegeEscalation *bool
		ReadOnlyRootFilesystem   bool
		Capabilities             struct{ Drop []string }
	}
	VolumeMounts []struct {
		Name, MountPath, SubPath string
		ReadOnly                 bool
	}
}

// objects reads a manifest. A field that is not in the types is an error.
func objects(t *testing.T, text string) (all []object) {
	t.Helper()
	for docs := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc any
		err := docs.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		data, err := json.Marshal(doc)
		require.NoError(t, err)
		fields := json.NewDecoder(bytes.NewReader(data)) // the decoder does not tell fsGroup from FSGroup
		fields.DisallowUnknownFields()
		var o object
		require.NoError(t, fields.Decode(&o))
		all = append(all, o)
	}
}

// cluster runs the jobs of manifests: volumes and the bucket are folders, and the containers run this ceptre.
type cluster struct {
	t    *testing.T
	dir  string
	runs string // number of runs, instead of the number in the manifests, which is too large for a test
}

// run runs the containers of a pod one after another.
func (c *cluster) run(p pod, index int) (said string) {
	own := c.t.TempDir() // volumes of the pod
	for _, do := range append(p.InitContainers, p.Containers...) {
		require.False(c.t, *do.SecurityContext.AllowPrivilegeEscalation)
		require.True(c.t, do.SecurityContext.ReadOnlyRootFilesystem)
		require.Equal(c.t, []string{"ALL"}, do.SecurityContext.Capabilities.Drop)
		require.NotEmpty(c.t, do.Resources.Requests.Memory)
		require.NotEmpty(c.t, do.Resources.Limits.Memory)
		args := make([]string, len(do.Args))
		for i, arg := range do.Args {
			args[i] = strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", strconv.Itoa(index))
			for _, m := range do.VolumeMounts {
				from := filepath.Join(own, m.Name)
				for _, v := range p.Volumes {
					if v.Name == m.Name && v.EmptyDir == nil {
						from = filepath.Join(c.dir, v.ConfigMap.Name, v.PersistentVolumeClaim.ClaimName, m.SubPath)
					}
				}
				require.NoError(c.t, os.MkdirAll(from, 0o755))
				inside := regexp.MustCompile(`^(--\w+=)?` + regexp.QuoteMeta(m.MountPath) + `(/|$)`)
				if inside.MatchString(args[i]) {
					args[i] = inside.ReplaceAllString(args[i], "${1}"+filepath.ToSlash(from)+"$2")
					break
				}
			}
		}
		if strings.Contains(do.Image, "/ceptre:") {
			said += c.ceptre(args)
		} else {
			c.aws(args)
		}
	}
	return said
}

// ceptre runs a command with fewer runs.
func (c *cluster) ceptre(args []string) string {
	for i := range args {
		args[i] = regexp.MustCompile(`^--runs=\d+$`).ReplaceAllString(args[i], "--runs="+c.runs)
	}
	status, said := call(c.t, args...)
	require.Equal(c.t, cli.OK, status, "%q: %s", args, said)
	return said
}

// aws copies files as 'aws s3 cp' does.
func (c *cluster) aws(args []string) {
	require.Equal(c.t, []string{"s3", "cp"}, args[:2])
	from, to := strings.Replace(args[2], "s3://BUCKET", c.dir, 1), strings.Replace(args[3], "s3://BUCKET", c.dir, 1)
	only := "*"
	if !strings.HasSuffix(from, "/") {
		from, only = filepath.Split(from)
		to = filepath.Dir(to)
	}
	for _, flag := range args[4:] {
		if name, included := strings.CutPrefix(flag, "--include="); included {
			require.Contains(c.t, args, "--exclude=*")
			only = name
		}
	}
	files, err := filepath.Glob(filepath.Join(from, only))
	require.NoError(c.t, err)
	require.NoError(c.t, os.MkdirAll(to, 0o755))
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(c.t, err)
		require.NoError(c.t, os.WriteFile(filepath.Join(to, filepath.Base(f)), data, 0o644))
	}
}

// The jobs of the manual make shards that are one sweep, also if some are made a second time.
func TestClusterJobs(t *testing.T) {
	files := clusterFiles(t)
	verona, err := os.ReadFile("../../examples/verona.cep")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	c := &cluster{t: t, runs: "64"}
	begin := func(t *testing.T) {
		c.t, c.dir = t, t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Join(c.dir, "world"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(c.dir, "world/world.cep"), verona, 0o644))
	}
	begin(t)
	world := filepath.Join(c.dir, "world/world.cep")
	want := c.ceptre([]string{"sweep", world, "--runs=1", "--seed=5", "-o", "want.parquet"})
	table, err := os.ReadFile("want.parquet")
	require.NoError(t, err)

	for _, suffix := range []string{"", "-s3"} {
		t.Run("kubernetes"+suffix, func(t *testing.T) {
			begin(t)
			all := objects(t, files["sweep"+suffix+".yaml"])
			sweep, merge := all[len(all)-1], objects(t, files["merge"+suffix+".yaml"])[0]
			for _, o := range []object{sweep, merge} {
				require.Equal(t, "batch/v1 Job", o.APIVersion+" "+o.Kind)
				require.Equal(t, "Never", o.Spec.Template.Spec.RestartPolicy)
				require.True(t, o.Spec.Template.Spec.SecurityContext.RunAsNonRoot)
				require.NotZero(t, o.Spec.Template.Spec.SecurityContext.RunAsUser)
			}
			require.Equal(t, "Indexed", sweep.Spec.CompletionMode)
			rules := sweep.Spec.PodFailurePolicy.Rules
			require.Equal(t, "Ignore DisruptionTarget", rules[0].Action+" "+rules[0].OnPodConditions[0].Type)
			require.Equal(t, []int{cli.Misused}, rules[1].OnExitCodes.Values)
			order := rand.Perm(sweep.Spec.Completions)
			for _, i := range append(order, order[:3]...) { // some a second time
				c.run(sweep.Spec.Template.Spec, i)
			}
			require.Equal(t, want, c.run(merge.Spec.Template.Spec, 0))
			made, err := filepath.Glob(filepath.Join(c.dir, "*", "results", "runs.parquet"))
			require.NoError(t, err)
			if len(made) == 0 {
				made = []string{filepath.Join(c.dir, "runs.parquet")} // in the bucket
			}
			data, err := os.ReadFile(made[0])
			require.NoError(t, err)
			require.True(t, bytes.Equal(table, data))
		})
	}
	t.Run("nomad", func(t *testing.T) {
		begin(t)
		require.NoError(t, os.Rename(filepath.Join(c.dir, "world"), filepath.Join(c.dir, "data")))
		require.NoError(t, os.Mkdir(filepath.Join(c.dir, "data/shards"), 0o755))
		text := files["sweep.nomad.hcl"]
		count, err := strconv.Atoi(regexp.MustCompile(`count = (\d+)`).FindStringSubmatch(text)[1])
		require.NoError(t, err)
		list := regexp.MustCompile(`(?s)args = \[(.*?)\]`).FindStringSubmatch(text)[1]
		for i := range count {
			var args []string
			for _, arg := range regexp.MustCompile(`"(.*?)"`).FindAllStringSubmatch(list, -1) {
				one := strings.ReplaceAll(arg[1], "${NOMAD_ALLOC_INDEX}", strconv.Itoa(i))
				args = append(args, strings.Replace(one, "/data/", c.dir+"/data/", 1))
			}
			c.ceptre(args)
		}
		require.Equal(t, want, c.ceptre([]string{"merge", filepath.Join(c.dir, "data/shards")}))
	})
}
