package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rule is a system call with conditions, all of which must be met. Rules of the same call are alternatives.
type rule struct {
	call  uint32
	conds []cond
}

// cond is a condition on the lower half of an argument: after applying the mask, if there is one, it is one of the values.
type cond struct {
	arg  uint32
	mask uint32
	in   []uint32
}

// program is a seccomp filter that is being assembled.
type program []unix.SockFilter

// Offsets in struct seccomp_data, and of the lower half of an argument on little-endian machines.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

func (p *program) add(code uint16, k uint32) { *p = append(*p, unix.SockFilter{Code: code, K: k}) }

func (p *program) load(offset uint32) { p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset) }

func (p *program) jump(test uint16, k uint32, yes, no uint8) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jt: yes, Jf: no, K: k})
}

func (p *program) give(action uint32) { p.add(unix.BPF_RET|unix.BPF_K, action) }

// begin kills the process if the call is not of this architecture: its number would mean another call.
func (p *program) begin() {
	p.load(offsetArch)
	p.jump(unix.BPF_JEQ, auditArch, 1, 0)
	p.give(unix.SECCOMP_RET_KILL_PROCESS)
	p.load(offsetCall)
	if x32Bit != 0 {
		p.jump(unix.BPF_JGE, x32Bit, 0, 1)
		p.give(unix.SECCOMP_RET_KILL_PROCESS)
	}
}

// each returns the action for each of the calls. The number of the call is loaded.
func (p *program) each(action uint32, calls ...uint32) {
	for _, c := range calls {
		p.jump(unix.BPF_JEQ, c, 0, 1)
		p.give(action)
	}
}

// when returns the action if the rule applies. The number of the call is loaded, before and after.
func (p *program) when(action uint32, r rule) {
	var body program
	for i, c := range r.conds {
		body.load(offsetArgs + 8*c.arg)
		if c.mask != 0 {
			body.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, c.mask)
		}
		rest := r.conds[i+1:]
		for n, v := range c.in {
			body.jump(unix.BPF_JEQ, v, uint8(len(c.in)-n), 0)
		}
		body.add(unix.BPF_JMP|unix.BPF_JA, sizeOf(rest)+1) // behind the rule
	}
	body.give(action)
	p.jump(unix.BPF_JEQ, r.call, 0, uint8(len(body)+1))
	*p = append(*p, body...)
	p.load(offsetCall)
}

// sizeOf returns how many instructions the conditions take.
func sizeOf(conds []cond) (n uint32) {
	for _, c := range conds {
		n += 2 + uint32(len(c.in))
		if c.mask != 0 {
			n++
		}
	}
	return n
}

func deny(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }

// install applies the filter to this thread and what it starts from now on.
func (p program) install() error {
	fprog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, errno := unix.RawSyscall(
		unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&fprog)),
	)
	if errno != 0 {
		return fmt.Errorf("installing the seccomp filter: %w", errno)
	}
	return nil
}
