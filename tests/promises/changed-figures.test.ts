import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROJECT = path.resolve(import.meta.dirname, '..', '..')
const COPIED = ['app', 'content', 'contracts', 'domain', 'public', 'scripts', 'server', 'tests/promises', 'package.json']

type Figures = { changes: { file: string; from: string; to: string }[]; stale: RegExp[]; fresh: string[] }

const NEAR = String.raw`[^.]{0,60}`
/**
 * Every promised figure with the place where it is defined, and a value that occurs nowhere else on the site. The new figures
 * must occur somewhere, or the search for old ones would prove nothing.
 */
const CONTENT: Figures = {
	changes: [
		{ file: 'content/offers.json', from: '"amountCents": 4700', to: '"amountCents": 6100' },
		{ file: 'content/offers.json', from: '"regularAmountCents": 19700', to: '"regularAmountCents": 23300' },
		{ file: 'content/offers.json', from: '"code": "LAUNCH1"', to: '"code": "SPRINGX"' },
		{ file: 'content/offers.json', from: '"percent": 20', to: '"percent": 37' },
		{ file: 'content/company/bank-transfer.json', from: '"remindAfterDays": 3', to: '"remindAfterDays": 4' },
		{ file: 'content/company/bank-transfer.json', from: '"expireAfterDays": 14', to: '"expireAfterDays": 27' },
		{ file: 'content/marketing/claims.json', from: '"value": "30+"', to: '"value": "21+"' },
		{ file: 'content/marketing/claims.json', from: '"value": "15+"', to: '"value": "11+"' },
	],
	stale: [
		/(?<![\w$])\$47(?![\d,])/g,
		/"47\.00"/g,
		/\$197\b/g,
		/\$37\.60/g,
		/LAUNCH1/g,
		/20% off/g,
		/\b30\+|PT30H/g,
		/\b15\+/g,
		/once, after 3 days|14 days after your order/g,
	],
	fresh: [
		'$61',
		'"61.00"',
		'$233',
		'$38.43',
		'SPRINGX',
		'37% off',
		'21+ hours',
		'PT21H',
		'11+ templates',
		'once, after 4 days',
		'27 days after your order',
	],
}
/** The same for figures in code. */
const CODE: Figures = {
	changes: [
		{ file: 'domain/refunds/refund-policy.ts', from: 'windowDays: 30', to: 'windowDays: 61' },
		{ file: 'domain/refunds/refund-policy.ts', from: 'shareLimitPercent: 20', to: 'shareLimitPercent: 13' },
		{ file: 'domain/refunds/refund-policy.ts', from: 'from: 5, to: 10', to: 'from: 6, to: 12' },
	],
	stale: [
		/less than 20%|opened 20%/g,
		/\b(?:30|thirty)[ -]days?(?: money.back| guarantee| of paying| to (?:ask|change)|, less)/gi,
		new RegExp(`(?:guarantee|refund|money back)${NEAR}\\b30[ -]days?`, 'gi'),
		/5-10 business|5 to 10 business/g,
	],
	fresh: ['61-day', 'less than 13%', '6-12 business days'],
}
const FIGURES = [CONTENT, CODE]
const UNSEEN = 'mails and documents'

/** Lines of lessons that use such an amount only as an example. */
const TAUGHT = [
	'a small course for $27 to $47',
	'$27 to $47 for a mini-course',
	'write to me within 30 days and you get',
	'but never beyond 30 days',
]

function copyProject(): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'launchway-figures-'))
	onTestFinished(() => rmSync(copy, { recursive: true, force: true }), 60_000)
	for (const name of [...COPIED, ...globSync('{tsconfig*.json,vite.config.ts,react-router.config.ts}', { cwd: PROJECT })])
		cpSync(path.join(PROJECT, name), path.join(copy, name), { recursive: true })
	symlinkSync(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
	for (const { file, from, to } of FIGURES.flatMap(({ changes }) => changes)) {
		const source = readFileSync(path.join(copy, file), 'utf8')
		expect(source).toContain(from)
		writeFileSync(path.join(copy, file), source.replaceAll(from, to))
	}
	return copy
}

function readOutput(copy: string): Map<string, string> {
	const run = (...args: string[]) =>
		execFileSync(process.execPath, args, {
			cwd: copy,
			encoding: 'utf8',
			maxBuffer: 2 ** 28,
			env: { ...process.env, NODE_ENV: 'production', SANDBOX: '1' },
		})
	run('node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error')
	writeFileSync(path.join(copy, 'build', '.stamp'), '')
	const files = globSync('build/client/**/*.{js,css}', { cwd: copy })
	const built = files.map((file) => [file, readFileSync(path.join(copy, file), 'utf8')] as const)
	const pages = Object.entries(JSON.parse(run('tests/promises/print-pages.ts')) as Record<string, string>)
	return new Map([...built, ...pages, [UNSEEN, run('tests/promises/print-unseen.ts')]])
}

/** Time limit for a whole build, which takes eight seconds on an idle machine. */
const BUILD_MS = 300_000

test('with every promised figure changed, no page, mail, document or structured data shows an old one', { timeout: BUILD_MS }, () => {
	const output = readOutput(copyProject())
	expect(output.size).toBeGreaterThan(100)
	const stale = [...output].flatMap(([file, source]) => {
		const text = TAUGHT.reduce((left, taught) => left.replaceAll(taught, ''), source)
		return FIGURES.flatMap((those) => those.stale).flatMap((figure) =>
			[...text.matchAll(figure)].map(({ index }) => `${file}: …${text.slice(Math.max(0, index - 40), index + 40)}…`),
		)
	})
	expect(stale).toEqual([])
	const all = [...output.values()].join('\n')
	const fresh = FIGURES.flatMap((those) => those.fresh)
	expect(fresh.filter((figure) => !all.includes(figure) && !all.includes(figure.replaceAll('"', String.raw`\"`)))).toEqual([])
})
