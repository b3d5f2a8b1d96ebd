import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fitText } from '#domain/json/read-json.ts'

import {
	enteredFields,
	exerciseBytes,
	exerciseKey,
	type FilledExercise,
	type FilledField,
	isFilled,
	MAX_FIELD_LENGTH,
	MAX_FIELDS,
	MAX_LABEL_LENGTH,
	parseFilledExercise,
} from './filled-exercise.ts'
import { addsText, applyEdits, isSameFilled, mergeAllFilled, mergeFilled } from './merge-filled.ts'

const BLANK: FilledExercise = { moduleId: 1, lessonId: 'costs', exerciseId: 'break-even', title: 'Break-even', fields: [] }
const field = (id: string, value: string, changedAt = 1000, label = id): FilledField => ({ id, label, place: 0, value, changedAt })
const filledWith = (...fields: FilledField[]): FilledExercise => ({ ...BLANK, fields })
const write = (filled: FilledExercise, values: Record<string, string>, nowMs: number, title = BLANK.title) =>
	applyEdits(filled, { title, edits: Object.entries(values).map(([id, value]) => ({ id, label: `The ${id}`, place: 0, value })), nowMs })
const valuesOf = ({ fields }: FilledExercise) => Object.fromEntries(fields.map(({ id, value }) => [id, value]))

test('two browsers that filled different fields lose nothing', () => {
	const start = write(BLANK, { fixed: '40' }, 1000)
	const [phone, laptop] = [write(start, { price: '25' }, 2000), write(start, { cost: '2' }, 1500)]
	expect(valuesOf(mergeFilled(phone, laptop))).toEqual({ cost: '2', fixed: '40', price: '25' })
})

test.each([
	{ what: 'the later edit of a field wins', ours: field('a', 'old', 1), theirs: field('a', 'new', 2), stays: 'new' },
	{ what: 'a later clearing wins', ours: field('a', 'old', 1), theirs: field('a', '', 2), stays: '' },
	{ what: 'a later entry wins', ours: field('a', 'new', 3), theirs: field('a', '', 2), stays: 'new' },
	{ what: 'on a tie the greater text wins', ours: field('a', 'b', 2), theirs: field('a', 'c', 2), stays: 'c' },
	{ what: 'a week apart the later edit wins', ours: field('a', 'b', 604_800_000), theirs: field('a', 'c', 1), stays: 'b' },
])('$what, in either merge order', ({ ours, theirs, stays }) => {
	expect(valuesOf(mergeFilled(filledWith(ours), filledWith(theirs)))).toEqual({ a: stays })
	expect(valuesOf(mergeFilled(filledWith(theirs), filledWith(ours)))).toEqual({ a: stays })
})

test('an edit is newer than the one it replaces, even with a clock a year behind', () => {
	const year = 365 * 86_400_000
	const edited = write(filledWith(field('a', 'before', 3 * year)), { a: 'after' }, 2 * year)
	expect(edited.fields).toEqual([{ id: 'a', label: 'The a', place: 0, value: 'after', changedAt: 3 * year + 1 }])
	expect(valuesOf(mergeFilled(filledWith(field('a', 'before', 3 * year)), edited))).toEqual({ a: 'after' })
})

test('editing a field keeps the others, updates the title, and removes the label of an emptied one', () => {
	const before = filledWith(field('a', '1', 5), field('b', '2', 6))
	expect(write(before, { b: '' }, 9, 'A new title')).toEqual({
		...before,
		title: 'A new title',
		fields: [field('a', '1', 5), { id: 'b', label: '', place: 0, value: '', changedAt: 9 }],
	})
})

test('the newest edit’s title wins, and on a tie the greater one', () => {
	const titled = (title: string, changedAt: number) => ({ ...filledWith(field('a', '1', changedAt)), title })
	expect(mergeFilled(titled('Old', 1), titled('New', 2)).title).toBe('New')
	expect(mergeFilled(titled('New', 2), titled('Old', 1)).title).toBe('New')
	expect(mergeFilled(titled('A', 2), titled('B', 2)).title).toBe('B')
	expect(mergeFilled(titled('B', 2), titled('A', 2)).title).toBe('B')
})

test('fields can be named like properties of Object.prototype', () => {
	const names = ['__proto__', 'constructor', 'tostring', 'hasownproperty']
	const odd = filledWith(...names.map((name) => field(name, name)))
	const merged = mergeFilled(odd, filledWith(field('__proto__', 'later', 2000)))
	expect(merged.fields.find(({ id }) => id === '__proto__')?.value).toBe('later')
	expect(parseFilledExercise(JSON.parse(JSON.stringify(merged)))).toEqual(merged)
	expect(merged.fields).toHaveLength(4)
})

const anyField = fc.record({
	id: fc.constantFrom('a', 'b', '__proto__', 'table.1'),
	label: fc.constantFrom('', 'x', 'y'),
	place: fc.integer({ min: 0, max: 1 }),
	value: fc.constantFrom('', '1', '2'),
	changedAt: fc.integer({ min: 0, max: 3 }),
})
const anyFilled = fc
	.record({
		title: fc.constantFrom('', 'T', 'U'),
		fields: fc.uniqueArray(anyField, { selector: ({ id }) => id, maxLength: 4 }),
		exerciseId: fc.constantFrom('one', 'two'),
	})
	.map((parts): FilledExercise => ({ ...BLANK, ...parts }))

test('merging is commutative, associative and idempotent', () => {
	fc.assert(
		fc.property(fc.array(anyFilled), fc.array(anyFilled), fc.array(anyFilled), (a, b, c) => {
			const ab = mergeAllFilled(a, b)
			expect(mergeAllFilled(b, a)).toEqual(ab)
			expect(mergeAllFilled(ab, c)).toEqual(mergeAllFilled(a, mergeAllFilled(b, c)))
			expect(mergeAllFilled(ab, b)).toEqual(ab)
			expect(mergeAllFilled(ab, ab)).toEqual(ab)
		}),
	)
})

test('records are in module order, each exercise once', () => {
	const at = (moduleId: number, lessonId: string, exerciseId: string) => ({
		...filledWith(field('a', '1')),
		moduleId,
		lessonId,
		exerciseId,
	})
	const merged = mergeAllFilled([at(10, 'a', 'a'), at(2, 'b', 'a'), at(2, 'a', 'b')], [at(2, 'a', 'a'), at(10, 'a', 'a')])
	expect(merged.map(exerciseKey)).toEqual(['2/a/a', '2/a/b', '2/b/a', '10/a/a'])
})

test('an identical record needs no sending, and emptying adds nothing', () => {
	const held = filledWith(field('a', '1'), field('b', '2'))
	expect(isSameFilled(held, filledWith(...held.fields.toReversed()))).toBe(true)
	expect(isSameFilled(held, filledWith(field('a', '1'), field('b', '2', 1001)))).toBe(false)
	expect(addsText(held, filledWith(field('a', ''), field('b', '2', 2000)))).toBe(false)
	expect(addsText(held, filledWith(field('a', '3')))).toBe(true)
	expect(addsText(null, filledWith(field('a', '')))).toBe(false)
	expect([isFilled(held), isFilled(filledWith(field('a', '')))]).toEqual([true, false])
})

test.each([
	['as it is', 'as it is'],
	['a\u0000b', 'ab'],
	['half \ud83d', 'half '],
	['x'.repeat(100_000), 'x'.repeat(MAX_FIELD_LENGTH)],
])('%j is stored within its limit', (raw, kept) => {
	expect(fitText(raw, MAX_FIELD_LENGTH)).toBe(kept)
	expect(write(BLANK, { a: raw }, 1).fields[0]?.value).toBe(kept)
})

test('entries are listed in the order of the exercise, without empty ones', () => {
	const at = (id: string, place: number, value = 'x') => ({ ...field(id, value), place })
	const entered = enteredFields(filledWith(at('a', 2), at('b', 1), at('c', 0, ''), at('d', 1)))
	expect(entered.map(({ id }) => id)).toEqual(['b', 'd', 'a'])
})

test('the size is counted in bytes of the JSON', () => {
	expect(exerciseBytes(filledWith(field('a', 'é')))).toBe(
		new TextEncoder().encode(JSON.stringify([BLANK.title, [field('a', 'é')]])).byteLength,
	)
})

const READABLE = filledWith(field('a', '1'))
test.each([
	{ what: 'null', raw: null },
	{ what: 'a list', raw: [READABLE] },
	{ what: 'no fields', raw: BLANK },
	{ what: 'fields that aren’t a list', raw: { ...READABLE, fields: { a: '1' } } },
	{ what: 'a module given as text', raw: { ...READABLE, moduleId: '1' } },
	{ what: 'a lesson that is a path', raw: { ...READABLE, lessonId: '../x' } },
	{ what: 'a lesson of 81 letters', raw: { ...READABLE, lessonId: 'x'.repeat(81) } },
	{ what: 'an exercise that is a number', raw: { ...READABLE, exerciseId: 7 } },
	{
		what: 'fields that are all unreadable',
		raw: {
			...READABLE,
			fields: [
				null,
				{ ...field('a', '1'), value: 1 },
				field('a b', '1'),
				field('a.b.c', '1'),
				field('', '1'),
				field('x'.repeat(61), '1'),
				['a', '1'],
			],
		},
	},
])('$what is not a valid record', ({ raw }) => {
	expect(parseFilledExercise(raw)).toBeNull()
})

test('readable parts of a partly unreadable record are kept', () => {
	const raw = { ...READABLE, title: 7, fields: [null, { id: 'a.1', value: 'x', label: 9, changedAt: 'now' }], owner: 'me' }
	expect(parseFilledExercise(raw)).toEqual({ ...BLANK, title: '', fields: [{ id: 'a.1', label: '', place: 0, value: 'x', changedAt: 0 }] })
})

test('a record over the limit is truncated', () => {
	const fields = Array.from({ length: MAX_FIELDS + 1 }, (_, index) => field(`f${index}`, '1', 1, 'x'.repeat(MAX_LABEL_LENGTH + 1)))
	const read = parseFilledExercise({ ...READABLE, fields })
	expect(read?.fields).toHaveLength(MAX_FIELDS)
	expect(read?.fields[0]?.label).toHaveLength(MAX_LABEL_LENGTH)
})
