import { expect, test } from 'vitest'

import { mergeExercises, presentExercises } from './exercise-fields.ts'
import type { FormPart } from './json-form.ts'

const PRICE =
	'```exercise\n# A comment that stays\nid: price\ntitle: Your price\nfields:\n  - {id: hours, label: Hours, type: hours, example: 4}\n```'
const BUYERS = '```exercise\nid: buyers\ntitle: Buyers\ntable:\n  columns:\n    - {id: name, label: Name, type: text}\n  rows: 3\n```'
const BODY = `First.\n\n${PRICE}\n\nThen.\n\n${BUYERS}\n`

const listParts = (part: FormPart): FormPart[] => [part, ...('parts' in part ? part.parts.flatMap(listParts) : [])]

/** Returns the form fields of a text as a browser submits them. */
const fieldsOf = (body: string) =>
	Object.fromEntries(
		presentExercises(body)
			.flatMap(listParts)
			.flatMap((part) => ('hidden' in part ? (part.hidden ?? []) : 'name' in part ? part : []))
			.map(({ name, value }): [string, string] => [name, value]),
	)

test.each<[string, Record<string, string>, string]>([
	['nothing', {}, BODY],
	['a title with a colon', { 'sx0/title': 'Your price: now' }, BODY.replace('title: Your price', 'title: "Your price: now"')],
	['a label', { 'sx1/table/columns/0/label': 'Who' }, BODY.replace('label: Name', 'label: Who')],
	['a field’s type', { 'sx0/fields/0/type': 'money' }, BODY.replace('type: hours', 'type: money')],
	['the number of rows', { 'nx1/table/rows': '5' }, BODY.replace('rows: 3', 'rows: 5')],
	['no second exercise', { do: 'exercise-remove 1' }, `First.\n\n${PRICE}\n\nThen.\n`],
	['another order', { do: 'up x9/fields/1' }, BODY],
])('%s changes only that', (_, typed, expected) => {
	expect(mergeExercises(BODY, { ...fieldsOf(BODY), ...typed })).toBe(expected)
})

test('buttons add an exercise and a field, which gets an ID from its label', () => {
	const added = mergeExercises(BODY, { ...fieldsOf(BODY), do: 'exercise-add' })
	expect(added.startsWith(BODY)).toBe(true)
	expect(added).toContain('id: exercise-3\ntitle: Your turn')
	const more = mergeExercises(added, { ...fieldsOf(added), do: 'add x2/fields' })
	expect(presentExercises(more)[2]).toMatchObject({
		is: 'group',
		parts: expect.arrayContaining([expect.objectContaining({ about: '(2)' })]),
	})
	const named = mergeExercises(more, { ...fieldsOf(more), 'sx2/fields/1/label': 'Hours: a week' })
	expect(named).toContain('id: hours_a_week')
})

test('a field’s short name comes after everything else, and a label without Latin letters gets one, too', () => {
	const order = listParts(presentExercises(BODY)[0]!).flatMap(({ id }) => (id.startsWith('fx0-fields-0-') ? [id] : []))
	expect([order[0], order.at(-1)]).toEqual(['fx0-fields-0-label', 'fx0-fields-0-id'])
	const more = mergeExercises(BODY, { ...fieldsOf(BODY), do: 'add x0/fields' })
	expect(mergeExercises(more, { ...fieldsOf(more), 'sx0/fields/1/label': 'Стоимость' })).toContain('{id: field, label: Стоимость')
})

test('an exercise changed in the text keeps that version, and a deleted one doesn’t come back', () => {
	const fields = fieldsOf(BODY)
	const changed = BODY.replace('title: Buyers', 'title: People who paid')
	expect(mergeExercises(changed, fields)).toBe(changed)
	const deleted = BODY.replace(PRICE, '')
	expect(mergeExercises(deleted, { ...fields, 'sx0/title': 'Typed before' })).toBe(deleted)
	// The form wasn't rendered again after its first save, so the text area still has the older text.
	const typed = { ...fields, 'sx0/title': 'New' }
	expect(mergeExercises(BODY, typed)).toBe(mergeExercises(mergeExercises(BODY, typed), typed))
})

test('an invalid exercise shows the error at its field', () => {
	const [first] = presentExercises(BODY.replace('label: Hours, ', ''))
	expect(listParts(first!).flatMap(({ id, fault }) => (fault === undefined ? [] : [[id, fault]]))).toEqual([
		['fx0-fields-0-label', 'Label is required.'],
	])
	expect(presentExercises('```exercise\n{{\n```')).toHaveLength(1)
})
