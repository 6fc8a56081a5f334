// Package arrows counts how the files of a package refer to each other. An arrow runs from a file to another of its package if
// the first uses something that the second declares: a function, a type, a variable, a constant, a method or a field. If the
// files can be put in an order in which every arrow runs down, a reader can begin at either end; an arrow against the
// best order runs up.
package arrows

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Graph holds, for each file of a package, the files that it refers to.
type Graph map[string]map[string]bool

// Count is what is counted of one package. Types lists those with the most fields and methods first.
type Count struct {
	Package    string
	Files      int
	Arrows, Up int
	Against    []string // each arrow that runs up, as "from → to"
	Types      []TypeCount
}

// TypeCount says how large a struct is, and over how many files its methods are spread.
type TypeCount struct {
	Name                   string
	Fields, Methods, Files int
}

// Load counts the packages that the patterns name, without their tests.
func Load(dir string, patterns ...string) ([]Count, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
			packages.NeedImports | packages.NeedDeps,
		Dir: dir,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var all []Count
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		g := graph(p)
		up := g.up()
		all = append(all, Count{Package: p.PkgPath, Files: len(p.Syntax), Arrows: g.arrows(), Up: len(up), Against: up, Types: typeCounts(p)})
	}
	return all, nil
}

func graph(p *packages.Package) Graph {
	g := Graph{}
	for id, object := range p.TypesInfo.Uses {
		if object.Pkg() != p.Types || !declared(object) {
			continue
		}
		from := filepath.Base(p.Fset.Position(id.Pos()).Filename)
		to := filepath.Base(p.Fset.Position(object.Pos()).Filename)
		if from == to {
			continue
		}
		if g[from] == nil {
			g[from] = map[string]bool{}
		}
		g[from][to] = true
	}
	return g
}

// declared reports whether an object is one of the package, a method or a field, and not local to a function.
func declared(o types.Object) bool {
	switch o := o.(type) {
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	case *types.Func:
		return true
	}
	return o.Parent() == o.Pkg().Scope()
}

func (g Graph) arrows() (n int) {
	for _, to := range g {
		n += len(to)
	}
	return n
}

// up returns the arrows that run up in the best order found: one that starts from what is referred to least, improved by
// moving each file to where the fewest arrows run up, until no move helps.
func (g Graph) up() (against []string) {
	order := g.order()
	at := map[string]int{}
	for i, f := range order {
		at[f] = i
	}
	for from, all := range g {
		for to := range all {
			if at[to] < at[from] {
				against = append(against, from+" → "+to)
			}
		}
	}
	slices.Sort(against)
	return against
}

func (g Graph) order() []string {
	order := g.greedy()
	for improved := true; improved; {
		improved = false
		for i := range order {
			if j := g.better(order, i); j != i {
				f := order[i]
				order = slices.Insert(slices.Delete(order, i, i+1), j, f)
				improved = true
			}
		}
	}
	return order
}

// better returns the place for the file at i at which the fewest of its arrows run up; i if no place has fewer.
func (g Graph) better(order []string, i int) int {
	best, least, sum := i, 0, 0
	for j := i - 1; j >= 0; j-- { // up: the files between come below
		sum += g.cost(order[i], order[j]) - g.cost(order[j], order[i])
		if sum < least {
			best, least = j, sum
		}
	}
	sum = 0
	for j := i + 1; j < len(order); j++ {
		sum += g.cost(order[j], order[i]) - g.cost(order[i], order[j])
		if sum < least {
			best, least = j, sum
		}
	}
	return best
}

// cost is 1 if an arrow runs up with the first file above the second.
func (g Graph) cost(above, below string) int {
	if g[below][above] {
		return 1
	}
	return 0
}

// greedy puts first what is referred to by the fewest of those that are left and refers to the most.
func (g Graph) greedy() (order []string) {
	left := map[string]bool{}
	for from, all := range g {
		left[from] = true
		for to := range all {
			left[to] = true
		}
	}
	for len(left) > 0 {
		names := slices.Sorted(maps.Keys(left))
		score := func(f string) (n int) {
			for _, o := range names {
				n += g.cost(o, f) - g.cost(f, o)
			}
			return n
		}
		first := slices.MaxFunc(names, func(a, b string) int { return score(a) - score(b) })
		order = append(order, first)
		delete(left, first)
	}
	return order
}

func typeCounts(p *packages.Package) (all []TypeCount) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		named, ok := scope.Lookup(name).Type().(*types.Named)
		if !ok || scope.Lookup(name).Pkg() != p.Types {
			continue
		}
		s, ok := named.Underlying().(*types.Struct)
		if _, isType := scope.Lookup(name).(*types.TypeName); !ok || !isType {
			continue
		}
		files := map[string]bool{}
		for m := range named.Methods() {
			files[p.Fset.Position(m.Pos()).Filename] = true
		}
		all = append(all, TypeCount{Name: name, Fields: s.NumFields(), Methods: named.NumMethods(), Files: len(files)})
	}
	slices.SortFunc(all, func(a, b TypeCount) int { return b.Fields + b.Methods - a.Fields - a.Methods })
	return all
}
