package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
)

// crowd is a worker to prism, and a runner to several workers, each a process of its own. Prism has one worker for a
// pipeline, and gives up when a bundle fails; crowd divides the bundle of the runs, and processes a bundle again that
// has failed, or of which the worker is lost, as other runners do. What a failed bundle has put out is dropped.
type crowd struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	fnpb.UnimplementedBeamFnControlServer
	fnpb.UnimplementedBeamFnDataServer
	fnpb.UnimplementedBeamFnLoggingServer
	t       *testing.T
	address string
	size    int // number of workers

	// fate says what happens to a bundle once it is processed, or, with kill, when it begins.
	fate func(bundle string, attempt int) fate

	ctx     context.Context
	prism   fnpb.BeamFnControlClient
	control fnpb.BeamFnControl_ControlClient
	data    fnpb.BeamFnData_DataClient
	sending sync.Mutex // of streams to prism

	mu      sync.Mutex
	workers map[string]*hand
	bundles map[string]*bundle
	turn    int
	counts  map[fate]int
}

type fate int

const (
	done fate = iota // the bundle is processed once
	lost             // the runner drops what came of it
	kill             // its worker is killed with signal 9
)

// hand is a worker.
type hand struct {
	process *exec.Cmd
	control fnpb.BeamFnControl_ControlServer
	data    fnpb.BeamFnData_DataServer
	ready   chan struct{} // closed when there is control
	fed     chan struct{} // closed when there is data
	dead    chan struct{} // closed when the process has ended
	calls   map[string]*call
}

// call is a bundle that a worker processes.
type call struct {
	responded chan *fnpb.InstructionResponse
	out       map[string][]byte // by transform
	lasts     chan struct{}     // a value for each transform that is done
}

// bundle is a bundle, as far as prism has sent it.
type bundle struct {
	stage     string
	transform string
	data      []byte
	last      bool
}

// newCrowd starts the pool that prism asks for a worker.
func newCrowd(t *testing.T, size int) *crowd {
	listener, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	c := &crowd{t: t, address: listener.Addr().String(), size: size, workers: make(map[string]*hand),
		bundles: make(map[string]*bundle), counts: make(map[fate]int)}
	server := grpc.NewServer()
	fnpb.RegisterBeamFnExternalWorkerPoolServer(server, c)
	fnpb.RegisterBeamFnControlServer(server, c)
	fnpb.RegisterBeamFnDataServer(server, c)
	fnpb.RegisterBeamFnLoggingServer(server, c)
	go server.Serve(listener)
	t.Cleanup(func() {
		c.mu.Lock()
		for _, h := range c.workers {
			_ = h.process.Process.Kill()
		}
		c.mu.Unlock()
		server.Stop()
	})
	return c
}

// StartWorker implements the pool.
func (c *crowd) StartWorker(_ context.Context, r *fnpb.StartWorkerRequest) (*fnpb.StartWorkerResponse, error) {
	conn, err := grpc.NewClient(r.GetControlEndpoint().GetUrl(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	c.ctx = grpcx.WriteWorkerID(context.Background(), r.GetWorkerId())
	c.prism = fnpb.NewBeamFnControlClient(conn)
	if c.control, err = c.prism.Control(c.ctx); err != nil {
		return nil, err
	}
	if c.data, err = fnpb.NewBeamFnDataClient(conn).Data(c.ctx); err != nil {
		return nil, err
	}
	for i := range c.size {
		if err := c.hire(fmt.Sprintf("w%d", i)); err != nil {
			return nil, err
		}
	}
	go c.listen()
	go c.receive()
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker implements the pool.
func (c *crowd) StopWorker(context.Context, *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	return &fnpb.StopWorkerResponse{}, errors.Join(c.control.CloseSend(), c.data.CloseSend())
}

// hire starts a worker.
func (c *crowd) hire(id string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	h := &hand{ready: make(chan struct{}), fed: make(chan struct{}), dead: make(chan struct{}),
		calls: make(map[string]*call)}
	h.process = exec.Command(self, "--worker=true", "--id="+id, "--control_endpoint="+c.address,
		"--logging_endpoint="+c.address)
	if err := h.process.Start(); err != nil {
		return err
	}
	c.mu.Lock()
	c.workers[id] = h
	c.mu.Unlock()
	go func() {
		_ = h.process.Wait()
		close(h.dead)
	}()
	return nil
}

// listen takes the instructions of prism.
func (c *crowd) listen() {
	for {
		r, err := c.control.Recv()
		if err != nil {
			return
		}
		id := r.GetInstructionId()
		if p := r.GetProcessBundle(); p != nil {
			c.update(id, func(b *bundle) { b.stage = p.GetProcessBundleDescriptorId() })
			continue
		}
		c.respond(&fnpb.InstructionResponse{InstructionId: id, Error: "not supported"}) // such as of progress
	}
}

// receive takes the elements of bundles.
func (c *crowd) receive() {
	for {
		elements, err := c.data.Recv()
		if err != nil {
			return
		}
		for _, d := range elements.GetData() {
			c.update(d.GetInstructionId(), func(b *bundle) {
				b.transform, b.data, b.last = d.GetTransformId(), append(b.data, d.GetData()...), b.last || d.GetIsLast()
			})
		}
	}
}

// update changes a bundle, and starts it once all of it has come.
func (c *crowd) update(id string, change func(*bundle)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.bundles[id]
	if b == nil {
		b = new(bundle)
		c.bundles[id] = b
	}
	if change(b); b.stage != "" && b.last {
		go c.process(id, b)
	}
}

func (c *crowd) respond(r *fnpb.InstructionResponse) {
	c.sending.Lock()
	defer c.sending.Unlock()
	_ = c.control.Send(r)
}

// process processes a bundle, in pieces, and hands on what came of it.
func (c *crowd) process(id string, b *bundle) {
	r := &fnpb.InstructionResponse{InstructionId: id}
	out, err := c.pieces(id, b)
	if err != nil {
		r.Error = err.Error()
		c.respond(r)
		return
	}
	elements := new(fnpb.Elements)
	for transform, data := range out {
		elements.Data = append(elements.Data, &fnpb.Elements_Data{InstructionId: id, TransformId: transform, Data: data},
			&fnpb.Elements_Data{InstructionId: id, TransformId: transform, IsLast: true})
	}
	r.Response = &fnpb.InstructionResponse_ProcessBundle{ProcessBundle: new(fnpb.ProcessBundleResponse)}
	c.sending.Lock()
	if len(elements.Data) > 0 {
		_ = c.data.Send(elements)
	}
	c.sending.Unlock()
	c.respond(r)
}

// pieces processes the pieces of a bundle at the same time.
func (c *crowd) pieces(id string, b *bundle) (map[string][]byte, error) {
	d, err := c.prism.GetProcessBundleDescriptor(c.ctx, &fnpb.GetProcessBundleDescriptorRequest{
		ProcessBundleDescriptorId: b.stage})
	if err != nil {
		return nil, err
	}
	outs := 0
	ofRuns := false
	for _, t := range d.GetTransforms() {
		if t.GetSpec().GetUrn() == "beam:runner:sink:v1" {
			outs++
		}
		ofRuns = ofRuns || strings.Contains(t.GetUniqueName(), "makeRuns")
	}
	pieces := [][]byte{b.data}
	if ofRuns {
		pieces = divided(b.data)
	}
	results := make([]map[string][]byte, len(pieces))
	errs := make([]error, len(pieces))
	var group sync.WaitGroup
	for i, piece := range pieces {
		group.Go(func() {
			name := ""
			if ofRuns {
				name = fmt.Sprintf("runs %d", i)
			}
			results[i], errs[i] = c.again(fmt.Sprintf("%s.%d", id, i), name, &bundle{b.stage, b.transform, piece, true}, outs)
		})
	}
	group.Wait()
	all := make(map[string][]byte)
	for _, r := range results {
		for transform, data := range r {
			all[transform] = append(all[transform], data...)
		}
	}
	return all, errors.Join(errs...)
}

// divided divides elements in the global window: a time of eight bytes, the number of windows in four, a byte for the
// pane, and the length of a number, as a varint, with its bytes.
func divided(data []byte) (pieces [][]byte) {
	const head = 8 + 4 + 1
	for len(data) > head {
		length, size := binary.Uvarint(data[head:])
		end := head + size + int(length)
		pieces = append(pieces, data[:end])
		data = data[end:]
	}
	return pieces
}

// again processes a bundle until it comes off.
func (c *crowd) again(id, name string, b *bundle, outs int) (out map[string][]byte, err error) {
	const most = 6
	for attempt := range most {
		end := done
		if name != "" {
			end = c.fate(name, attempt)
		}
		out, err = c.attempt(fmt.Sprintf("%s.%d", id, attempt), b, outs, end == kill)
		c.mu.Lock()
		c.counts[end]++
		c.mu.Unlock()
		if err == nil && end != lost {
			return out, nil
		}
	}
	return nil, errors.Join(err, errors.New("no attempt came off"))
}

// attempt has the next worker that is alive process a bundle.
func (c *crowd) attempt(id string, b *bundle, outs int, killed bool) (map[string][]byte, error) {
	h := c.next()
	if h == nil {
		return nil, errors.New("no worker is left")
	}
	call := &call{make(chan *fnpb.InstructionResponse, 1), make(map[string][]byte), make(chan struct{}, outs)}
	select {
	case <-h.ready:
	case <-h.dead:
		return nil, errors.New("the worker is dead")
	}
	c.mu.Lock()
	h.calls[id] = call
	err := h.control.Send(&fnpb.InstructionRequest{InstructionId: id, Request: &fnpb.InstructionRequest_ProcessBundle{
		ProcessBundle: &fnpb.ProcessBundleRequest{ProcessBundleDescriptorId: b.stage}}})
	c.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case <-h.fed:
	case <-h.dead:
		return nil, errors.New("the worker is dead")
	}
	c.mu.Lock()
	err = h.data.Send(&fnpb.Elements{Data: []*fnpb.Elements_Data{
		{InstructionId: id, TransformId: b.transform, Data: b.data},
		{InstructionId: id, TransformId: b.transform, IsLast: true}}})
	c.mu.Unlock()
	if killed {
		_ = h.process.Process.Kill()
	}
	if err != nil {
		return nil, err
	}
	for range outs {
		select {
		case <-call.lasts:
		case r := <-call.responded: // an error, of which no data comes
			if call.responded <- r; r.GetError() != "" {
				return nil, errors.New(r.GetError())
			}
			select {
			case <-call.lasts:
			case <-h.dead:
				return nil, errors.New("the worker is dead")
			}
		case <-h.dead:
			return nil, errors.New("the worker is dead")
		}
	}
	select {
	case r := <-call.responded:
		if r.GetError() != "" {
			return nil, errors.New(r.GetError())
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		return maps.Clone(call.out), nil
	case <-h.dead:
		return nil, errors.New("the worker is dead")
	}
}

// next returns the workers that are alive in turn; nil for none.
func (c *crowd) next() *hand {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.workers))
	for range ids {
		c.turn++
		h := c.workers[ids[c.turn%len(ids)]]
		select {
		case <-h.dead:
		default:
			return h
		}
	}
	return nil
}

// hand returns the worker of a stream.
func (c *crowd) hand(ctx context.Context) (*hand, error) {
	id, err := grpcx.ReadWorkerID(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.workers[id], err
}

// Control takes the responses of a worker.
func (c *crowd) Control(s fnpb.BeamFnControl_ControlServer) error {
	h, err := c.hand(s.Context())
	if err != nil {
		return err
	}
	h.control = s
	close(h.ready)
	for {
		r, err := s.Recv()
		if err != nil {
			return nil
		}
		c.mu.Lock()
		if call := h.calls[r.GetInstructionId()]; call != nil {
			call.responded <- r
		}
		c.mu.Unlock()
	}
}

// Data takes the elements that a worker puts out.
func (c *crowd) Data(s fnpb.BeamFnData_DataServer) error {
	h, err := c.hand(s.Context())
	if err != nil {
		return err
	}
	h.data = s
	close(h.fed)
	for {
		elements, err := s.Recv()
		if err != nil {
			return nil
		}
		c.mu.Lock()
		for _, d := range elements.GetData() {
			call := h.calls[d.GetInstructionId()]
			if call == nil {
				continue
			}
			call.out[d.GetTransformId()] = append(call.out[d.GetTransformId()], d.GetData()...)
			if d.GetIsLast() {
				call.lasts <- struct{}{}
			}
		}
		c.mu.Unlock()
	}
}

// Logging drops what a worker logs.
func (c *crowd) Logging(s fnpb.BeamFnLogging_LoggingServer) error {
	for {
		if _, err := s.Recv(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// GetProcessBundleDescriptor hands on what prism says, but that elements come and go by way of the crowd.
func (c *crowd) GetProcessBundleDescriptor(_ context.Context, r *fnpb.GetProcessBundleDescriptorRequest) (
	*fnpb.ProcessBundleDescriptor, error) {
	d, err := c.prism.GetProcessBundleDescriptor(c.ctx, r)
	if err != nil {
		return nil, err
	}
	for _, t := range d.GetTransforms() {
		if urn := t.GetSpec().GetUrn(); urn != "beam:runner:sink:v1" && urn != "beam:runner:source:v1" {
			continue
		}
		var port fnpb.RemoteGrpcPort
		if err := proto.Unmarshal(t.GetSpec().GetPayload(), &port); err != nil {
			return nil, err
		}
		port.ApiServiceDescriptor = &pipepb.ApiServiceDescriptor{Url: c.address}
		if t.Spec.Payload, err = proto.Marshal(&port); err != nil {
			return nil, err
		}
	}
	return d, nil
}
