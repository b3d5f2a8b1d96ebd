import type { Answer, Question } from './ask.ts'
import type { Findings } from './findings.ts'

type Watched = {
	findings: Findings
	/** Text that occurs only in the buyer's own data. */
	secrets: readonly string[]
	isHttps: boolean
}

const HEADERS: readonly (readonly [name: string, fits: RegExp])[] = [
	['x-content-type-options', /^nosniff$/],
	['x-frame-options', /^(DENY|SAMEORIGIN)$/],
	['referrer-policy', /^(no-referrer|same-origin|strict-origin-when-cross-origin|strict-origin)$/],
	['cross-origin-opener-policy', /^same-origin$/],
	['permissions-policy', /camera=\(\)/],
	['content-security-policy', /frame-ancestors '(none|self)'/],
]

const STACK = /\bat [^\n]{1,200}\.[cm]?[jt]sx?:\d+:\d+/
const isOfConsole = (path: string) => path.startsWith('/admin')
const mayReadSecrets = ({ who }: Answer, path: string) =>
	who === 'buyer' || (isOfConsole(path) && (who === 'support' || who === 'operator'))

function checkHeaders({ headers, ...answer }: Answer, { findings, isHttps }: Watched): void {
	const expected = isHttps ? [...HEADERS, ['strict-transport-security', /max-age=\d{7,}/] as const] : HEADERS
	for (const [name, fits] of expected) {
		const value = headers.get(name)
		if (value === null || !fits.test(value)) findings.add(answer, `header ${name} (${fits.source})`, value ?? 'none')
	}
	const powered = headers.get('x-powered-by')
	if (powered !== null) findings.add(answer, 'no x-powered-by header', powered)
}

function checkOrigins({ headers, ...answer }: Answer, path: string, { findings }: Watched): void {
	if (headers.has('access-control-allow-credentials'))
		findings.add(answer, 'no access with cookies from other sites', 'Access-Control-Allow-Credentials')
	const origin = headers.get('access-control-allow-origin')
	if (origin !== null && (origin !== '*' || isOfConsole(path)))
		findings.add(answer, 'no origin is named', `Access-Control-Allow-Origin: ${origin}`)
}

function checkCookies({ headers, ...answer }: Answer, { findings, isHttps }: Watched): void {
	for (const line of headers.getSetCookie()) {
		const name = line.split('=')[0] ?? ''
		if (!/; *HttpOnly/i.test(line)) findings.add(answer, `cookie ${name} with HttpOnly`, 'without')
		if (!/; *SameSite=(Lax|Strict|None)/i.test(line)) findings.add(answer, `cookie ${name} with SameSite`, 'without')
		if (isHttps && !/; *Secure/i.test(line)) findings.add(answer, `cookie ${name} with Secure`, 'without')
	}
}

function checkCaching({ headers, status, ...answer }: Answer, isPublic: boolean, { findings }: Watched): void {
	const rule = headers.get('cache-control') ?? ''
	const isPrivate = /\b(no-store|private)\b/.test(rule)
	if (!isPrivate && !isPublic) findings.add({ ...answer, status }, 'Cache-Control: no-store or private', rule || 'none')
}

/** Checks what every response must fulfill: headers, cookies, caching, no details of errors, no data of others. */
export function watchAnswer(answer: Answer, question: Question, watched: Watched): void {
	const { path, isPublic = false } = question
	checkHeaders(answer, watched)
	checkOrigins(answer, path, watched)
	checkCookies(answer, watched)
	checkCaching(answer, isPublic, watched)
	if (answer.status >= 500 && answer.status !== 503) watched.findings.add(answer, 'no error of the server', answer.text.slice(0, 100))
	if (STACK.test(answer.text) && !path.startsWith('/admin/assets/')) watched.findings.add(answer, 'no stack trace', 'a stack trace')
	const secret = mayReadSecrets(answer, path) ? undefined : watched.secrets.find((each) => answer.text.includes(each))
	if (secret !== undefined) watched.findings.add(answer, 'nothing of another person', `the buyer’s “${secret}”`)
}
