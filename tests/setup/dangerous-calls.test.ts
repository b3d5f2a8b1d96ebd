// asvs V1.2.5 V1.3.2 V3.2.2 V6.5.3 V11.1.2 V11.2.1 V11.3.1 V11.4.1
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('{app,contracts,content,domain,server}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()

test('the source files are found', () => expect(sources.length).toBeGreaterThan(500))

test.each<[string, RegExp, string[]]>([
	['text run as code', /\beval\(|new Function\(|node:vm'/, []],
	[
		'a shell, but for the one that watches the database’s parent',
		/\bexecSync\(|\bexec\('|'\/bin\/sh'|shell: true/,
		['server/db/embedded/ensure-embedded.ts'],
	],
	['MD5', /['"]md5['"]/i, []],
	[
		'SHA-1, but for HMAC where another side prescribes it',
		/['"]sha-?1['"]/i,
		['server/adapters/sms/twilio.ts', 'server/services/identity/factors/totp.ts'],
	],
	['a cipher other than AES-256-GCM', /createCipheriv\((?!'aes-256-gcm')/, []],
	['HTML set raw, but for what the build made', /dangerouslySetInnerHTML|\.innerHTML\s*=/, ['app/ui/raw-html.tsx']],
	[
		'messages between windows, but for the view of a learner, whose frame has no origin, and a channel that only our own tabs can use',
		/postMessage\(|addEventListener\('message'/,
		['app/admin/routes/content/use-autosave.ts', 'app/admin/routes/learners/view.tsx'],
	],
	[
		'chance that can be guessed, but to spread waiting times',
		/Math\.random\(/,
		['server/db/database.ts', 'server/services/identity/sessions/refresh-session.ts'],
	],
])('no source uses %s', (_what, pattern, allowed) => {
	expect(filesWith(pattern)).toEqual(allowed)
})

test('SECURITY.md lists every secret that the server creates and stores', () => {
	const page = readFileSync('SECURITY.md', 'utf8')
	const [, list = ''] = /SECRET_NAMES = \[([^\]]+)\]/.exec(readFileSync('server/services/platform/keys/server-secret.ts', 'utf8')) ?? []
	const names = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)
	expect(names.length).toBeGreaterThan(5)
	expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
