import { expect, test } from 'vitest'

import { changeTrial, earnedBadges, EMPTY_TRIAL, parseTrial, type TrialEvent, type TrialRecord } from './trial-record.ts'

const play = (...events: TrialEvent[]): TrialRecord => events.reduce(changeTrial, EMPTY_TRIAL)
const answer = (questionId: string, value: 'affiliate' | 'creator' | 'marketer' | 'analyst'): TrialEvent => ({
	type: 'answer',
	questionId,
	value,
})
const showResult: TrialEvent = { type: 'show-result', questionIds: ['one', 'two'] }
const tick = (key: string, done = true): TrialEvent => ({ type: 'tick', key, done })

test.each<[string, TrialEvent[], Partial<TrialRecord>]>([
	['an answer is stored', [answer('one', 'creator')], { answers: { one: 'creator' } }],
	['choosing again replaces the earlier answer', [answer('one', 'creator'), answer('one', 'analyst')], { answers: { one: 'analyst' } }],
	['one open question gives no result', [answer('one', 'creator'), showResult], { hasResult: false }],
	['every question answered gives the result', [answer('one', 'creator'), answer('two', 'creator'), showResult], { hasResult: true }],
	['an answer to an unknown question is ignored', [answer('one', 'creator'), answer('nine', 'creator'), showResult], { hasResult: false }],
	['there is no plan before the result', [{ type: 'make-plan' }], { hasPlan: false }],
	[
		'the plan comes from the result',
		[answer('one', 'creator'), answer('two', 'creator'), showResult, { type: 'make-plan' }],
		{ hasPlan: true },
	],
	['checked steps are stored in order', [tick('stream/b/0'), tick('stream/a/0')], { ticks: ['stream/a/0', 'stream/b/0'] }],
	['a step can be unchecked', [tick('stream/a/0'), tick('stream/a/0', false)], { ticks: [] }],
	['the slide position is stored', [{ type: 'slide', slide: 3 }], { welcome: { slide: 3, seconds: 0, finished: false } }],
	[
		'a finished welcome restarts at the first slide',
		[{ type: 'slide', slide: 7 }, { type: 'welcome-finished' }],
		{ welcome: { slide: 0, seconds: 0, finished: true } },
	],
	[
		'watching it again keeps it finished',
		[{ type: 'welcome-finished' }, { type: 'seconds', seconds: 40 }],
		{ welcome: { slide: 0, seconds: 40, finished: true } },
	],
	[
		'a result from the account is added',
		[{ type: 'restore', answers: { one: 'analyst' } }],
		{ answers: { one: 'analyst' }, hasResult: true },
	],
	[
		'a result from the account doesn’t replace local answers',
		[answer('one', 'creator'), { type: 'restore', answers: { one: 'analyst' } }],
		{ answers: { one: 'creator' }, hasResult: false },
	],
])('%s', (_sentence, events, expected) => {
	expect(play(...events)).toMatchObject(expected)
})

const finished = play(answer('one', 'creator'), answer('two', 'creator'), showResult)

test.each<[string, TrialRecord, TrialEvent]>([
	['checking a step twice', play(tick('stream/a/0')), tick('stream/a/0')],
	['unchecking an unchecked step', EMPTY_TRIAL, tick('stream/a/0', false)],
	['the same answer', finished, answer('one', 'creator')],
	['the same result twice', finished, showResult],
	['the same slide', EMPTY_TRIAL, { type: 'slide', slide: 0 }],
])('%s returns the same record, so nothing is written', (_case, record, event) => {
	expect(changeTrial(record, event)).toBe(record)
})

test.each<[string, TrialRecord, string[]]>([
	['nothing done', EMPTY_TRIAL, []],
	['starting the welcome', play({ type: 'slide', slide: 4 }), []],
	['finishing the welcome', play({ type: 'welcome-finished' }), ['mindset']],
	['checking a first step', play(tick('stream/freelancing/1')), ['income-map']],
	['checking only a task of the plan', play(tick('plan/creator/0')), []],
	['finishing the quiz', finished, ['your-type']],
	['making the plan', changeTrial(finished, { type: 'make-plan' }), ['your-type', 'action-plan']],
])('badges after %s', (_case, record, badges) => {
	expect([...earnedBadges(record)]).toEqual(badges)
})

test.each<[string, unknown, TrialRecord | null]>([
	['no object', 'true', null],
	['a list', [], null],
	['an empty object', {}, EMPTY_TRIAL],
	['an unknown answer', { answers: { one: 'builder', two: 'analyst' } }, { ...EMPTY_TRIAL, answers: { two: 'analyst' } }],
	['a plan without a result', { hasPlan: true }, EMPTY_TRIAL],
	['odd positions', { welcome: { slide: -1, seconds: null, finished: 'yes' } }, EMPTY_TRIAL],
	['a fractional slide', { welcome: { slide: 2.5 } }, { ...EMPTY_TRIAL, welcome: { slide: 2, seconds: 0, finished: false } }],
	['a step that isn’t a string', { ticks: ['stream/a/0', 4] }, { ...EMPTY_TRIAL, ticks: ['stream/a/0'] }],
])('stored value %s is parsed', (_case, raw, expected) => {
	expect(parseTrial(raw)).toEqual(expected)
})

test('a written record reads back unchanged', () => {
	const record = changeTrial(play(answer('one', 'creator'), answer('two', 'marketer'), showResult, tick('plan/creator/2')), {
		type: 'make-plan',
	})
	expect(parseTrial(JSON.parse(JSON.stringify(record)))).toEqual(record)
})
