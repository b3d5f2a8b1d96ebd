import { expect, test } from 'vitest'

import { VideoSchema } from '#content/schema/blocks.ts'

import { findFile, listShippedPaths } from './files.ts'
import { presentForm, type FormPart } from './json-form.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { type FormShape, type Json, jsonSchemaOf, shapeOfSchema } from './read-form.ts'

const partsOf = (part: FormPart) => ('parts' in part ? part.parts : [])

const labelsOf = (part: FormPart): string[] => [...part.commands.map(({ label }) => label), ...partsOf(part).flatMap(labelsOf)]

test('buttons say in plain words what they add', () => {
	const forms = listShippedPaths().flatMap((file) => {
		const text = findFile(file)?.origin ?? ''
		const value = file.endsWith('.json') ? (JSON.parse(text) as Json) : readMarkdownFile(file, text)?.value
		return value === undefined ? [] : [presentForm({ path: '', label: '', shape: jsonSchemaOf(file), value, faults: new Map() })]
	})
	const added = new Set(forms.flatMap(labelsOf).filter((label) => label.startsWith('Add ')))
	expect([...added].toSorted()).toMatchInlineSnapshot(`
		[
		  "Add achievement",
		  "Add action",
		  "Add advantage",
		  "Add button",
		  "Add category",
		  "Add cell",
		  "Add column",
		  "Add common mistake",
		  "Add contents",
		  "Add discount code",
		  "Add document",
		  "Add download",
		  "Add download button",
		  "Add drawback",
		  "Add early access form",
		  "Add example",
		  "Add fact",
		  "Add feedback form",
		  "Add figure",
		  "Add first step",
		  "Add font",
		  "Add format",
		  "Add goal",
		  "Add goals",
		  "Add income stream",
		  "Add item",
		  "Add lesson",
		  "Add line",
		  "Add link",
		  "Add module",
		  "Add offer",
		  "Add option",
		  "Add outcome",
		  "Add paragraph",
		  "Add picture",
		  "Add project",
		  "Add projects to choose from",
		  "Add question",
		  "Add quote",
		  "Add redirect",
		  "Add required module",
		  "Add requirement",
		  "Add resource",
		  "Add role",
		  "Add row",
		  "Add section",
		  "Add sheet",
		  "Add short promise",
		  "Add site",
		  "Add skill",
		  "Add slide",
		  "Add social network",
		  "Add source",
		  "Add starting step",
		  "Add step",
		  "Add strength",
		  "Add success tip",
		  "Add takeaway",
		  "Add task",
		  "Add task outside the course",
		  "Add testimonial",
		  "Add total",
		  "Add track",
		  "Add trait",
		  "Add turned-off page",
		  "Add type",
		  "Add week",
		]
	`)
})

test('a list without a word for its entries is named in lower case, and shows how many it has', () => {
	const present = (shape: FormShape, value: Json) => presentForm({ path: '', label: '', shape, value, faults: new Map() })
	expect(labelsOf(present(shapeOfSchema(VideoSchema), { transcript: ['Hello.'] }))).toContain('Add paragraph')
	const [list] = partsOf(
		present({ type: 'object', properties: { glossary: { type: 'array', items: { type: 'string' } } } }, { glossary: ['a', 'b'] }),
	)
	expect([list?.is === 'group' && list.about, list?.commands[0]?.label]).toEqual(['(2)', 'Add to glossary'])
})
