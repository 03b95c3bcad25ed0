"""Whether all forms of each record are one graph, as rdflib reads them.

Argument: a folder of folders, one a record, whose files are its forms, with the names of rdflib's parsers as endings.
Writes the names of the forms that are another graph, a line each, and at the end how many records were compared.
"""

import os
import sys

import rdflib
from rdflib.compare import to_canonical_graph

rdflib.NORMALIZE_LITERALS = False


def triples(path, form):
    if form == "nquads" or form == "trig":
        graph = rdflib.Dataset(default_union=True)
    else:
        graph = rdflib.Graph()
    graph.parse(path, format=form)
    merged = rdflib.Graph()
    for subject, predicate, value in graph.triples((None, None, None)):
        # One term in RDF 1.1, two in rdflib.
        if isinstance(value, rdflib.Literal) and value.datatype == rdflib.XSD.string:
            value = rdflib.Literal(str(value))
        merged.add((subject, predicate, value))
    return set(to_canonical_graph(merged))


records = sorted(os.listdir(sys.argv[1]))
for record in records:
    folder = os.path.join(sys.argv[1], record)
    expected = triples(os.path.join(folder, "document.nt"), "nt")
    for name in sorted(os.listdir(folder)):
        form = name.rsplit(".", 1)[1]
        found = triples(os.path.join(folder, name), form)
        if found != expected:
            print(record, name, "lacks", sorted(expected - found)[:3], "adds", sorted(found - expected)[:3])
print(len(records), "records")
