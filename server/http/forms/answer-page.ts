import { paths } from '#contracts/paths.ts'

import { escapeHtml } from './escape-html.ts'
import { refillForm } from './refill-form.ts'

/** A prerendered page and the headers it is served with; null where there is no build (tests, the dev server). */
export type FindPage = (path: string) => Promise<{ html: string; headers: Headers } | null>

/** A message, and where to go next. */
export type Answer = { title: string; text: string; next: { label: string; href: string } }

/** What was sent and why it was refused. */
export type Refusal = { action: string; values: Record<string, string>; problems: Record<string, string>; title: string; text: string }

/** Our script would restore the page as built, without what was typed. */
const withoutCode = (html: string) =>
	html.replaceAll(/<script type="module"[^>]*>[\s\S]*?<\/script>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

const withTitle = (html: string, title: string) => html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
const withMain = (html: string, main: string) => html.replace(/(<main\b[^>]*>)[\s\S]*<\/main>/, (_, tag: string) => `${tag}${main}</main>`)

const BARE_PAGE =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head><body><main></main></body></html>'

const messageMain = ({ title, text, next }: Answer, list = '') =>
	`<div class="page grid min-h-[60vh] content-center justify-items-start gap-6 py-12"><h1>${escapeHtml(title)}</h1><p class="max-w-read text-lg">${escapeHtml(text)}</p>${list}<a class="btn btn-secondary" href="${escapeHtml(next.href)}">${escapeHtml(next.label)}</a></div>`

/** What was typed, so that it can be copied where the page itself does not hold the form. */
const typedList = ({ values, problems }: Refusal) =>
	`<dl class="grid gap-3">${Object.entries({ ...values, ...problems })
		.map(([name]) => {
			const problem = problems[name] === undefined ? '' : `<dd class="font-semibold text-danger-ink">${escapeHtml(problems[name])}</dd>`
			return `<div><dt class="font-semibold">${escapeHtml(name)}</dt><dd>${escapeHtml(values[name] ?? '')}</dd>${problem}</div>`
		})
		.join('')}</dl>`

type Shown = { status: number; headers?: Record<string, string> }

function respond(html: string, page: Headers | null, { status, headers = {} }: Shown): Response {
	const made = new Headers(
		page ?? { 'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'" },
	)
	for (const name of ['etag', 'content-length', 'content-encoding', 'last-modified']) made.delete(name)
	made.set('content-type', 'text/html; charset=utf-8')
	made.set('cache-control', 'no-store')
	for (const [name, value] of Object.entries(headers)) made.set(name, value)
	return new Response(html, { status, headers: made })
}

/** A message in the layout of one of our pages. */
export async function answerPage(findPage: FindPage, answer: Answer, shown: Shown): Promise<Response> {
	const page = await findPage(answer.next.href.startsWith('/') ? answer.next.href : paths.home)
	const html = withMain(withTitle(withoutCode(page?.html ?? BARE_PAGE), answer.title), messageMain(answer))
	return respond(html, page?.headers ?? null, shown)
}

/** The page that posted, with the typed text and the errors in its form. */
export async function refusalPage(
	findPage: FindPage,
	{ refusal, next }: { refusal: Refusal; next: Answer['next'] },
	shown: Shown,
): Promise<Response> {
	const page = await findPage(next.href)
	const plain = withTitle(withoutCode(page?.html ?? BARE_PAGE), refusal.title)
	const html = refillForm(plain, refusal) ?? withMain(plain, messageMain({ ...refusal, next }, typedList(refusal)))
	return respond(html, page?.headers ?? null, shown)
}
