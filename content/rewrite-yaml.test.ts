import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { rewriteYaml } from './rewrite-yaml.ts'

const HEAD = `title: A Plan   # shown in lists
# how long it takes
duration: 90 minutes
steps:
  - Write it down, and fold
    it here
  - 'Read it aloud'
examples:
  - title: One
    description: >-
      A long text that
      was folded by hand.
  - title: Two
    description: Short
formats: [pdf, docx]
quiz:
  - id: first
    options:
      - "12"
      - "13"
    # the second
    correct: 1
resources: []`

type Head = {
	title: string
	duration: string
	steps: string[]
	examples: { title: string; description: string; link?: string }[]
	formats: string[]
	quiz: { id: string; options: string[]; correct: number }[]
	resources: unknown[]
}

test.each<[string, (head: Head) => void, [from: string, to: string]]>([
	['nothing', () => {}, ['', '']],
	['a title with a colon', (head) => (head.title = 'A Plan: Yours'), ['title: A Plan ', 'title: "A Plan: Yours" ']],
	['a folded text', (head) => (head.examples[0]!.description = 'New.'), ['A long text that\n      was folded by hand.', 'New.']],
	['a quoted step', (head) => (head.steps[1] = 'Read: it'), ["'Read it aloud'", "'Read: it'"]],
	['an added step', (head) => head.steps.push('Third'), ["  - 'Read it aloud'\n", "  - 'Read it aloud'\n  - Third\n"]],
	['a removed step', (head) => head.steps.shift(), ['  - Write it down, and fold\n    it here\n', '']],
	[
		'steps in another order',
		(head) => head.steps.reverse(),
		["  - Write it down, and fold\n    it here\n  - 'Read it aloud'\n", "  - 'Read it aloud'\n  - Write it down, and fold\n    it here\n"],
	],
	[
		'a removed example',
		(head) => head.examples.shift(),
		['  - title: One\n    description: >-\n      A long text that\n      was folded by hand.\n', ''],
	],
	['an added key', (head) => (head.examples[1]!.link = '/blog'), ['    description: Short\n', '    description: Short\n    link: /blog\n']],
	['a list in one line', (head) => head.formats.pop(), ['[pdf, docx]', '[pdf]']],
	['a number', (head) => (head.quiz[0]!.correct = 0), ['correct: 1', 'correct: 0']],
	['a text of digits', (head) => (head.quiz[0]!.options[0] = '14'), ['"12"', '"14"']],
	['the first entry of a list', (head) => head.resources.push({ title: 'A: b' }), ['resources: []', 'resources:\n  - title: "A: b"']],
])('%s changes only those lines', (_, change, [from, to]) => {
	const value = parse(HEAD) as Head
	change(value)
	const written = rewriteYaml(HEAD, value)
	expect(written).toBe(HEAD.replace(from, to))
	expect(parse(written)).toEqual(value)
})

test('adding a question keeps the others and their comments', () => {
	const value = parse(HEAD) as Head
	value.quiz.push({ id: 'second', options: ['Yes: always', 'No'], correct: 0 })
	const written = rewriteYaml(HEAD, value)
	expect(written.startsWith(HEAD.slice(0, HEAD.indexOf('resources')))).toBe(true)
	expect(parse(written)).toEqual(value)
})

test.each([['{a: 1}'], [''], ['- a\n- b'], ['a: &x 1\nb: *x'], ['a: [']])('%j is rewritten to the new value', (source) => {
	const value = { a: 2, text: 'one: two\nthree' }
	expect(parse(rewriteYaml(source, value))).toEqual(value)
})
