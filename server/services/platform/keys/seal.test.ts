// asvs V11.3.3
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { seal, unseal } from './seal.ts'

const OPERATOR_KEY = 'an operator’s own key of many characters'

test('a sealed value opens only in its own row, and not after a change', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const sealed = await seal(ctx, 'row-1', Buffer.from('secret'))
	expect(sealed.includes('secret')).toBe(false)
	expect((await unseal(ctx, 'row-1', sealed)).toString()).toBe('secret')
	await expect(unseal(ctx, 'row-2', sealed)).rejects.toThrow('unable to authenticate')
	for (let index = 0; index < sealed.length; index += 1) {
		const changed = Buffer.from(sealed)
		changed[index] = (changed[index] ?? 0) ^ 1
		if (index > 0) await expect(unseal(ctx, 'row-1', changed)).rejects.toThrow('unable to authenticate')
	}
})

test('an encryption key added later can open earlier values, and is required for new ones', async () => {
	const { deps } = await makeTestDeps()
	const without = systemContext(deps, 'test')
	const auth = { ...deps.config.auth, encryptionKey: OPERATOR_KEY }
	const withKey = { ...without, config: { ...deps.config, auth } }
	const before = await seal(without, 'row', Buffer.from('old'))
	const after = await seal(withKey, 'row', Buffer.from('new'))
	expect((await unseal(withKey, 'row', before)).toString()).toBe('old')
	expect((await unseal(withKey, 'row', after)).toString()).toBe('new')
	await expect(unseal(without, 'row', after)).rejects.toThrow('unable to authenticate')
})
