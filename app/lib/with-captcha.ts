import type { AuthOutcome } from './auth-refusal.ts'

/** True once the server has required a CAPTCHA. Until then, no CAPTCHA code is loaded. */
let isAsked = false

/** Solves the CAPTCHA or proof of work. Returns null if none is required any more, or it wasn't solved. */
export async function solveChallenge(): Promise<string | null> {
	try {
		const { solveCaptcha } = await import('./captcha-widget.ts')
		return await solveCaptcha()
	} catch {
		return null
	}
}

/** Repeats a call that required a CAPTCHA or proof of work. Later calls on the page solve it in advance. */
export async function withCaptcha(call: (captcha: { captchaToken?: string }) => Promise<AuthOutcome>): Promise<AuthOutcome> {
	const ready = isAsked ? await solveChallenge() : null
	const first = await call(ready === null ? {} : { captchaToken: ready })
	if (first.ok || first.refusal.kind !== 'captcha') return first
	isAsked = true
	const token = await solveChallenge()
	return token === null ? first : call({ captchaToken: token })
}
