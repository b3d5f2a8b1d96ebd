import type { AuthOutcome } from './auth-refusal.ts'

/** Learned from the first refusal: a site that requires nothing never loads anything. */
let isAsked = false

/** Null where nothing is required any more, or nothing could be solved. */
export async function solve(): Promise<string | null> {
	try {
		const { solveCaptcha } = await import('./captcha-widget.ts')
		return await solveCaptcha()
	} catch {
		return null
	}
}

/** Runs a call that may need a captcha or a proof of work; if the server asks for one, it is solved and the call runs again. */
export async function withCaptcha(call: (captcha: { captchaToken?: string }) => Promise<AuthOutcome>): Promise<AuthOutcome> {
	const ready = isAsked ? await solve() : null
	const first = await call(ready === null ? {} : { captchaToken: ready })
	if (first.ok || first.refusal.kind !== 'captcha') return first
	isAsked = true
	const token = await solve()
	return token === null ? first : call({ captchaToken: token })
}
