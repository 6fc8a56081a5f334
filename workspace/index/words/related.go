package words

import "strings"

// Relation is a word that may stand in code for one of a question.
type Relation struct {
	Word   string
	Weight float32 // compared to 1 for the word of the question
}

// The weights of related words: usual abbreviations, prefixes of at least minBeginning letters (subst for substitution), and
// words of similar meaning.
const (
	abbreviationWeight = 0.9
	beginningWeight    = 0.7
	synonymWeight      = 0.65
	minBeginning       = 4
)

// Related returns the words that may stand in code for one of a question; both are stems.
func Related(word string) (out []Relation) {
	for _, w := range lookup(abbreviations, word) {
		out = append(out, Relation{w, abbreviationWeight})
	}
	for n := minBeginning; n <= len(word)-2; n++ {
		out = append(out, Relation{word[:n], beginningWeight})
	}
	for _, w := range lookup(synonyms, word) {
		out = append(out, Relation{w, synonymWeight})
	}
	return out
}

// lookup returns the words that follow a word in a table.
func lookup(table, word string) []string {
	for _, before := range []string{"; ", ";\n"} {
		if _, rest, ok := strings.Cut(table, before+word+" "); ok {
			rest, _, _ = strings.Cut(rest, ";")
			return strings.Fields(rest)
		}
	}
	return nil
}

// abbreviations are those that programmers use; each entry begins with the stem that is abbreviated.
const abbreviations = `; address addr; administrat admin; application app;
argument arg; arithmetic arith arithm; assign assgn; assignment assgn assign;
asynchronou async; attribut attr; authenticat auth; authentication auth; authorization auth; binary bin; boolean bool;
button btn; calculat calc; certificat cert; charact ch char run; column col; command cmd; compar cmp; comparison cmp compar;
condition cond; config cfg conf; configuration cfg conf config; connect conn; connection conn; context ctx;
conversion conv convert; convert conv; coordinat coord; copy cp; count num; current cur; databas db; debug dbg; declaration decl;
decrement dec; default def; defin def; definition def; delimit delim; description desc; descriptor desc; destination dest dst;
differenc diff; dimension dim; directory dir; distanc dist; document doc; documentation doc; element el elem; environment env;
error err; event ev evt; exampl ex; execut exec; execution exec; expression exp expr; extension ext; fold dir; format fmt;
function fn func; generat gen generator; hexadecimal hex; horizontal horiz; identifi id ident; identity id; imag img;
increment inc; index idx; information info; initializ init; integ int; interfac ifac; iterat it iter; iterator iter;
keyboard kbd; languag lang; length len; library lib; maximum max; memory mem; messag msg; metadata meta; minimum min;
multipl multi; navigation nav; notification notif; notify notif; numb num; object obj; operator op; option opt; original orig;
packag pkg; paragraph para; paramet param; password pass pwd; permission perm; point ptr; position pos; previou prev;
procedur proc; process proc; property prop; protocol proto; random rand; receiv recv; rectangl rect; referenc ref; regexp re;
regist reg; regular re regexp; repository repo; request req rq; respons res resp; result res ret; return ret; selection sel;
sequenc seq; serv srv; servic svc; signatur sig; sourc src; specification spec; statement stmt; statistic stat; substitut subst;
substitution subst; synchroniz sync; tabl tbl; target tgt; temporary temp tmp; text txt; timestamp ts; transaction tx txn;
translat tran; utility util; valu val; variabl var; vector vec; version ver; vertical vert; window win;`

// synonyms are terms of programming that people use for each other.
const synonyms = `; abort cancel; add append insert regist; allow permit valid; append add; around enclo surround; assign set;
attribut field property; background async daemon goroutin; begin open start; big larg; bound limit rang; build creat new;
cach memo stor; call invok; cancel abort stop; chang edit modify set updat; check ensur test validat verify; class kind typ;
clon copy; combin join merg; compar diff equal less; concatenat append bundl concat join merg; concurrent parallel;
conversion cast transform; convert cast to transform translat; copy clon dup; crash fail panic; creat build mak new;
cycl loop recur; dead unreachabl unus; decod par read unmarshal; delay timeout wait; delet clear drop remov unlink;
depth level nest; deserializ decod unmarshal; differenc chang diff; directory fold; display print rend show; divid div split;
download fetch; dump print writ; duplicat copy dedup twic; each all every; element item nod; encod marshal seriali writ;
end clos finish stop; entry item record; enumerat each list; equal compar sam; error err fail; escap quot; every all each;
execut exec invok run; expon pow; exponentiation pow; fail err error; failur error fail; fetch download get load request;
field attribut memb property; fifo pip; filenam nam path; find look lookup search; first begin head; fold dir directory;
group clust set; hand pass; hidden invisibl; insert add put; interval period rang; invisibl hidden; invok call run;
item element entry; join append concat merg; json marshal; keep preserv retain sav stor; kept keep stor; kind typ; label nam;
larg big max; last end tail; legal valid; lex scan token tokeniz; limit bound cap max; lin row; list all enumerat;
listen accept serv subscrib; load fetch open read; location loc plac position; lock mutex; log report trac;
look find lookup search; loop cycl for iterat; mak creat new; many all multi; max limit; memb field; merg combin join;
modify chang edit updat; mutex lock; nam id ident label; nest deep depth level; new creat mak; nod element tre; offset position;
open start; par decod read scan; parallel concurrent work; pass hand; path fil nam; pip fifo stream; plac loc location position;
position loc offset pos; print dump format writ; property attribut field; put add set; quot escap; rang interval span;
read decod load par scan; receiv accept handl read; record entry row; recur cycl; reduc minimiz shrink;
regist add listen subscrib; rememb cach memo; remov clear delet drop strip unlink; replac rewrit sub substitut swap;
report diagnostic log warn; reus cach shar; rewrit replac; row lin record; run exec execut invok; sam equal;
sav persist stor writ; schem schema; schema typ valid; search find lookup query; send dispatch emit post publish writ;
separat delim sep split; serializ encod marshal; set assign put; shar common reus; short compact trim; show display print rend;
shrink compact minify reduc simplify; simplify reduc shrink; siz bound height len width; sleep delay wait; small mini short;
span rang; split cut divid separat; start begin init open; stop break cancel clos end; stor put sav writ; stream pip read writ;
subscrib listen regist; surround enclo; test check; tokeniz lex scan token; trac log; transform convert map rewrit translat;
trav visit walk; tre ast nod; turn convert; twic duplicat; typ kind; unquot unescap; unreachabl dead; unus dead unreach;
updat chang modify refresh set; valid check legal ok; validat check verify; verify check validat; visibl show;
visit inspect trav walk; wait block poll sleep; walk trav visit; warn diagnostic report; writ encod print sav stor;`
