import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isSameEntry, mergeProgress } from './merge-progress.ts'
import { entryId, MONOTONE_KINDS, PROGRESS_KINDS, TOGGLE_KINDS, type ProgressEntry, type ProgressKind } from './progress-entry.ts'

const detail = fc.oneof(
	fc.record({ score: fc.integer({ min: 0, max: 3 }), total: fc.integer({ min: 0, max: 3 }) }),
	fc.record({ type: fc.constantFrom('creator', 'analyst') }),
)
const entry = (kinds: readonly ProgressKind[]): fc.Arbitrary<ProgressEntry> =>
	fc.record(
		{
			kind: fc.constantFrom(...kinds),
			key: fc.constantFrom('1', '1/intro', '1/skills'),
			done: fc.boolean(),
			changedAt: fc.integer({ min: 0, max: 4 }), // few distinct values, so that ties are common
			detail,
		},
		{ requiredKeys: ['kind', 'key', 'done', 'changedAt'] },
	) as fc.Arbitrary<ProgressEntry>
const record = fc.array(entry(PROGRESS_KINDS), { maxLength: 12 })

test('merging is commutative', () => {
	fc.assert(
		fc.property(record, record, (a, b) => {
			expect(mergeProgress(a, b)).toEqual(mergeProgress(b, a))
		}),
	)
})

test('merging is associative', () => {
	fc.assert(
		fc.property(record, record, record, (a, b, c) => {
			expect(mergeProgress(mergeProgress(a, b), c)).toEqual(mergeProgress(a, mergeProgress(b, c)))
		}),
	)
})

test('merging is idempotent', () => {
	fc.assert(
		fc.property(record, record, (a, b) => {
			const once = mergeProgress(a, b)
			expect(mergeProgress(once, once)).toEqual(once)
			expect(mergeProgress(once, b)).toEqual(once)
		}),
	)
})

test('a merge contains exactly the entries of both sides', () => {
	fc.assert(
		fc.property(record, record, (a, b) => {
			expect(mergeProgress(a, b).map(entryId)).toEqual([...new Set([...a, ...b].map(entryId))].toSorted())
		}),
	)
})

test('a merge never removes a completed entry', () => {
	fc.assert(
		fc.property(fc.array(entry(MONOTONE_KINDS)), record, (a, b) => {
			const merged = new Map(mergeProgress(a, b).map((each) => [entryId(each), each]))
			for (const each of a) if (each.done) expect(merged.get(entryId(each))?.done).toBe(true)
		}),
	)
})

test('a toggle takes the newest change, and on a tie done wins', () => {
	fc.assert(
		fc.property(fc.array(entry(TOGGLE_KINDS), { minLength: 1 }), (reports) => {
			for (const kept of mergeProgress(reports, [])) {
				const same = reports.filter((each) => entryId(each) === entryId(kept))
				const newest = Math.max(...same.map((each) => each.changedAt))
				expect(kept.changedAt).toBe(newest)
				expect(kept.done).toBe(same.some((each) => each.changedAt === newest && each.done))
			}
		}),
	)
})

test.each([
	{
		rule: 'a module keeps its first completion',
		a: { kind: 'module', key: '1', done: true, changedAt: 10 },
		b: { kind: 'module', key: '1', done: true, changedAt: 20 },
		kept: 'a',
	},
	{
		rule: 'a section keeps its last visit',
		a: { kind: 'section', key: '1/intro', done: true, changedAt: 10 },
		b: { kind: 'section', key: '1/intro', done: true, changedAt: 20 },
		kept: 'b',
	},
	{
		rule: 'the later reading position wins',
		a: { kind: 'reading', key: '1/skills', done: false, changedAt: 10, detail: { block: 9, of: 10, seconds: 5 } },
		b: { kind: 'reading', key: '1/skills', done: false, changedAt: 20, detail: { block: 2, of: 10, seconds: 8 } },
		kept: 'b',
	},
	{
		rule: 'a text read completely stays read',
		a: { kind: 'reading', key: '1/skills', done: true, changedAt: 10, detail: { block: 9, of: 10, seconds: 50 } },
		b: { kind: 'reading', key: '1/skills', done: false, changedAt: 20, detail: { block: 2, of: 10, seconds: 8 } },
		kept: 'a',
	},
	{
		rule: 'the better attempt at a knowledge check wins',
		a: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 10, detail: { score: 3, total: 3 } },
		b: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 20, detail: { score: 2, total: 3 } },
		kept: 'a',
	},
	{
		rule: 'with different check lengths the better share wins',
		a: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 20, detail: { score: 2, total: 3 } },
		b: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 10, detail: { score: 2, total: 2 } },
		kept: 'b',
	},
	{
		rule: 'the later of two equal attempts wins',
		a: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 10, detail: { score: 1, total: 3 } },
		b: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 20, detail: { score: 1, total: 3 } },
		kept: 'b',
	},
	...[undefined, { total: 3 }, { score: 3, total: 0 }, { score: '3', total: 3 }, { score: 3, total: '3' }].map((detail) => ({
		rule: `an attempt with no answer right outranks one of ${JSON.stringify(detail)}, which is no score`,
		a: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 20, detail } as const,
		b: { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 10, detail: { score: 0, total: 3 } } as const,
		kept: 'b' as const,
	})),
	{
		rule: 'on a tie the details decide, by name, the same in every browser',
		a: { kind: 'quiz-result', key: 'hustler', done: true, changedAt: 10, detail: { type: 'creator', answers: 'builder' } },
		b: { kind: 'quiz-result', key: 'hustler', done: true, changedAt: 10, detail: { type: 'builder', answers: 'creator' } },
		kept: 'b',
	},
	{
		rule: 'the newest quiz result wins',
		a: { kind: 'quiz-result', key: 'hustler', done: true, changedAt: 10, detail: { type: 'creator' } },
		b: { kind: 'quiz-result', key: 'hustler', done: true, changedAt: 20, detail: { type: 'builder' } },
		kept: 'b',
	},
	{
		rule: 'a newer untick beats an older tick',
		a: { kind: 'task', key: '1/skills', done: true, changedAt: 10 },
		b: { kind: 'task', key: '1/skills', done: false, changedAt: 11 },
		kept: 'b',
	},
] as const satisfies { rule: string; a: ProgressEntry; b: ProgressEntry; kept: 'a' | 'b' }[])('$rule', ({ a, b, kept }) => {
	expect(mergeProgress([a], [b])).toEqual([kept === 'a' ? a : b])
	expect(mergeProgress([b], [a])).toEqual([kept === 'a' ? a : b])
})

test('entries are equal only if every part is', () => {
	const base: ProgressEntry = { kind: 'task', key: '1/skills', done: true, changedAt: 1, detail: { a: 1, b: 2 } }
	expect(isSameEntry(base, { ...base, detail: { b: 2, a: 1 } })).toBe(true)
	const { detail: _, ...bare } = base
	for (const other of [
		{ ...base, done: false },
		{ ...base, changedAt: 2 },
		{ ...base, key: '1/x' },
		bare,
		{ ...base, kind: 'step' as const },
	])
		expect(isSameEntry(base, other)).toBe(false)
})
