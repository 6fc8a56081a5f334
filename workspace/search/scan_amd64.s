#include "textflag.h"

// func pairAVX2(p *byte, n, dist int, b1, m1, b2, m2 byte) int
TEXT ·pairAVX2(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), BX
	MOVQ dist+16(FP), R8
	ADDQ SI, R8
	VPBROADCASTB b1+24(FP), Y0
	VPBROADCASTB m1+25(FP), Y1
	VPBROADCASTB b2+26(FP), Y2
	VPBROADCASTB m2+27(FP), Y3
	XORQ DI, DI
	CMPQ BX, $64
	JLT  narrow

wide:
	VPOR      (SI)(DI*1), Y1, Y4
	VPOR      32(SI)(DI*1), Y1, Y6
	VPOR      (R8)(DI*1), Y3, Y5
	VPOR      32(R8)(DI*1), Y3, Y7
	VPCMPEQB  Y0, Y4, Y4
	VPCMPEQB  Y0, Y6, Y6
	VPCMPEQB  Y2, Y5, Y5
	VPCMPEQB  Y2, Y7, Y7
	VPAND     Y4, Y5, Y4
	VPAND     Y6, Y7, Y6
	VPOR      Y4, Y6, Y5
	VPMOVMSKB Y5, CX
	TESTL     CX, CX
	JNZ       which
	ADDQ      $64, DI
	LEAQ      64(DI), R9
	CMPQ      R9, BX
	JLE       wide
	JMP       rest

which:
	VPMOVMSKB Y4, CX
	TESTL     CX, CX
	JNZ       found
	VPMOVMSKB Y6, CX
	ADDQ      $32, DI
	JMP       found

rest:
	CMPQ DI, BX
	JGE  none
	LEAQ 32(DI), R9
	CMPQ R9, BX
	JLE  narrow
	LEAQ -32(BX), DI

narrow:
	VPOR      (SI)(DI*1), Y1, Y4
	VPOR      (R8)(DI*1), Y3, Y5
	VPCMPEQB  Y0, Y4, Y4
	VPCMPEQB  Y2, Y5, Y5
	VPAND     Y4, Y5, Y4
	VPMOVMSKB Y4, CX
	TESTL     CX, CX
	JNZ       found
	ADDQ      $32, DI
	JMP       rest

found:
	BSFL CX, CX
	ADDQ CX, DI
	MOVQ DI, ret+32(FP)
	VZEROUPPER
	RET

none:
	MOVQ $-1, ret+32(FP)
	VZEROUPPER
	RET
