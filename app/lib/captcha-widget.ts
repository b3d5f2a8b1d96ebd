import { sha256 } from '@noble/hashes/sha2.js'

import type { CaptchaProvider, CaptchaWidget } from '#contracts/captcha.ts'
import { type ProofOfWorkChallenge, leadingZeroBits } from '#domain/auth/proof-of-work.ts'

import { callApi } from './own-api.ts'

/** Hashes computed before yielding to the event loop, which take a phone a few milliseconds. */
const TRIES_AT_ONCE = 2000

const encoder = new TextEncoder()

/**
 * Finds a nonce with which the SHA-256 hash of `challenge.nonce` begins with `bits` zero bits, without blocking the page.
 * @returns `challenge.nonce`
 */
async function solveProofOfWork({ challenge, bits }: ProofOfWorkChallenge): Promise<string> {
	for (let nonce = 0; ; nonce += 1) {
		const answer = `${challenge}.${nonce.toString(36)}`
		if (leadingZeroBits(sha256(encoder.encode(answer))) >= bits) return answer
		if (nonce % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
	}
}

type Options = Record<string, string | ((token: string) => void)>
type WidgetApi = { render: (place: HTMLElement, options: Options) => string; execute?: (id: string) => unknown }

const SCRIPTS: Record<CaptchaProvider, { src: string; options: Options; needsStart: boolean }> = {
	hcaptcha: { src: 'https://js.hcaptcha.com/1/api.js?render=explicit', options: { size: 'invisible' }, needsStart: true },
	turnstile: {
		src: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
		options: { appearance: 'interaction-only' },
		needsStart: false,
	},
}

const loaded = new Map<CaptchaProvider, Promise<WidgetApi>>()

function loadScript(provider: CaptchaProvider): Promise<WidgetApi> {
	return new Promise((resolve, reject) => {
		const script = document.createElement('script')
		script.src = SCRIPTS[provider].src
		script.async = true
		script.addEventListener('load', () => {
			const api = (window as unknown as Partial<Record<CaptchaProvider, WidgetApi>>)[provider]
			if (api) resolve(api)
			else reject(new Error(`${provider} did not start`))
		})
		script.addEventListener('error', () => {
			script.remove()
			reject(new Error(`${provider} could not be loaded`))
		})
		document.head.append(script)
	})
}

function load(provider: CaptchaProvider): Promise<WidgetApi> {
	const known = loaded.get(provider)
	if (known) return known
	const loading = loadScript(provider)
	loaded.set(provider, loading)
	loading.catch(() => loaded.delete(provider))
	return loading
}

/** Creates the widget's container, inside an open dialog if there is one, because everything outside is inert. */
function makePlace(): HTMLElement {
	const place = document.createElement('div')
	place.className = 'fixed bottom-4 left-4 z-50'
	place.setAttribute('role', 'region')
	place.setAttribute('aria-label', 'Security check')
	const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
	host.append(place)
	return place
}

/**
 * Solves the CAPTCHA or proof of work that the server requires for the next call.
 * @returns a token for one call; null if nothing is required, the user gave up, or the widget failed
 * @throws ApiError if the requirement can't be loaded; Error if the widget can't be loaded
 */
export async function solveCaptcha(): Promise<string | null> {
	const { captcha, proof_of_work: work } = await callApi<{ captcha?: CaptchaWidget; proof_of_work?: ProofOfWorkChallenge }>(
		'/auth/v1/settings',
	)
	if (work) return solveProofOfWork(work)
	if (!captcha) return null
	const api = await load(captcha.provider)
	const { options, needsStart } = SCRIPTS[captcha.provider]
	const place = makePlace()
	try {
		return await new Promise<string | null>((resolve) => {
			const giveUp = () => resolve(null)
			const ends = Object.fromEntries(['error', 'timeout', 'expired', 'close', 'chalexpired'].map((end) => [`${end}-callback`, giveUp]))
			const id = api.render(place, { ...options, ...ends, sitekey: captcha.site_key, callback: resolve })
			if (needsStart) api.execute?.(id)
		})
	} finally {
		place.remove()
	}
}
