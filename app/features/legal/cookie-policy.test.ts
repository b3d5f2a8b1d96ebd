import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { storageKeys } from '#app/lib/storage-keys.ts'

const policy = readFileSync('content/legal/cookie-policy.md', 'utf8')
const keys = Object.values(storageKeys).flatMap((key) => (typeof key === 'string' ? [key] : [key(1), key(6)]))

test.each(keys)('the cookie policy names %s', (key) => {
	expect(policy).toContain(`\`${key}\``)
})

test.each(['launchway_checkout', 'launchway-flow-…', 'sb-…-auth-token', 'sb-…-code-verifier'])(
	'the cookie policy names %s, which is not one of our own keys',
	(name) => {
		expect(policy).toContain(`\`${name}\``)
	},
)
