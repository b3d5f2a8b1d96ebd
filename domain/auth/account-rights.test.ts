import { expect, test } from 'vitest'

import { type AccountKind, type AccountRights, accountRights } from './account-rights.ts'

const ALL = { ownsAddress: true, canChangeAccess: true, canLinkIdentity: true, canAddPasskey: true }
const NONE = { ownsAddress: false, canChangeAccess: false, canLinkIdentity: false, canAddPasskey: false }

test.each<[AccountKind, AccountRights]>([
	['own', ALL],
	['managed', NONE],
])('the rights of an account of kind %s', (kind, rights) => {
	expect(accountRights[kind]).toEqual(rights)
})
