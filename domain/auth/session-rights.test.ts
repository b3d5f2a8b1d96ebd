import { expect, test } from 'vitest'

import { mayRefresh, type SessionHolder, type SessionRights, sessionRights } from './session-rights.ts'

test.each<[SessionHolder, SessionRights]>([
	['learner', { opensAccount: true, seesAppMetadata: true, isDevice: true }],
	['application', { opensAccount: false, seesAppMetadata: false, isDevice: false }],
])('the rights of a session held by %s', (holder, rights) => {
	expect(sessionRights[holder]).toEqual(rights)
})

test.each([
	{ who: 'the learner, their own', owning: null, asking: null, may: true },
	{ who: 'an application, its own', owning: 'one', asking: 'one', may: true },
	{ who: "an application, another's", owning: 'one', asking: 'two', may: false },
	{ who: "an application, the learner's", owning: null, asking: 'one', may: false },
	{ who: "the learner, an application's", owning: 'one', asking: null, may: false },
])('who may refresh a session: $who', ({ owning, asking, may }) => {
	expect(mayRefresh(owning, asking)).toBe(may)
})
