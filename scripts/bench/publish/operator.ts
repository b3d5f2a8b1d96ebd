import { readFileSync } from 'node:fs'
import path from 'node:path'

import { consolePaths } from '#contracts/console-paths.ts'
import { root } from '#scripts/run-command.ts'

export type Signed = { origin: string; cookie: string; /** That the server knows itself by. */ siteUrl: string }

const shipped = (file: string) => readFileSync(path.join(root, 'content', file), 'utf8')

/** An operator who edits and publishes with the console's own forms. */
export function createOperator({ origin, cookie, siteUrl }: Signed) {
	async function get(address: string): Promise<string> {
		const response = await fetch(origin + address, { headers: { cookie }, redirect: 'manual' })
		const text = await response.text()
		if (response.status !== 200) throw new Error(`${address}: ${response.status} ${response.headers.get('location') ?? text.slice(0, 300)}`)
		return text
	}

	async function post(address: string, fields: Record<string, string>): Promise<void> {
		const response = await fetch(origin + address, {
			method: 'POST',
			headers: { cookie, origin: siteUrl },
			body: new URLSearchParams(fields),
			redirect: 'manual',
		})
		const text = await response.text()
		const said = /role="alert"[^]*?<\/(?:div|section)>/.exec(text)?.[0] ?? text
		if (response.status !== 303) throw new Error(`${address}: ${response.status} ${said.replace(/<[^>]*>/g, ' ').slice(0, 500)}`)
	}

	const valueOf = (name: string, text: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

	/** Saves a shipped file with one of its words replaced, as a draft. */
	async function save(file: string, from: string, to: string): Promise<void> {
		const form_page = `${consolePaths.contentFile}?path=${encodeURIComponent(file)}&as=text`
		const page = await get(form_page)
		const text = shipped(file)
		if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
		await post(consolePaths.contentFile, {
			form_token: valueOf('form_token', page),
			form_id: '-admin-content-file',
			form_page,
			path: file,
			as: 'text',
			base: valueOf('base', page),
			text: text.replace(from, to),
			do: 'save',
		})
	}

	/** @returns what presses Publish on the page that is open now */
	async function openPublish(): Promise<() => Promise<void>> {
		const form_token = valueOf('form_token', await get(consolePaths.contentPublish))
		return () =>
			post(consolePaths.contentPublish, { form_token, form_id: '-admin-content-publish', form_page: consolePaths.contentPublish })
	}

	return { get, save, openPublish }
}

export type Operator = ReturnType<typeof createOperator>
