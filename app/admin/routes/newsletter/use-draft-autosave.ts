import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetchers, useRevalidator } from 'react-router'

import { readFields } from '#app/admin/routes/content/autosave.ts'
import { listEarlyText } from '#app/admin/routes/content/early-text.ts'
import { fillFields } from '#app/admin/routes/content/fill-fields.ts'
import { findFormToken } from '#app/admin/routes/content/save-answers.ts'
import { toFormId } from '#app/admin/ui/action-form.tsx'
import { reportSaved, saveBeforeLeaving, takeUnsentText, unsentTextStore } from '#app/admin/use-unsent-text.ts'
import { newId } from '#app/lib/new-id.ts'
import type { Autosaved } from '#server/console/newsletter/answer-autosave.ts'

export type DraftSaveState =
	| { is: 'clean' | 'typing' | 'saving' | 'saved' | 'offline' | 'signed-out' | 'conflict' }
	| { is: 'refused'; problem: string }

type Fields = Readonly<Record<string, string>>

const PAUSE_MS = 2000
/** Maximum delay while someone types without a pause. */
const MAX_PAUSE_MS = 5000
const RETRY_MS = 5000

type Options = {
	/** URL that saves the form's fields. */ address: string
	onState: (state: DraftSaveState) => void
	/** @param seen the version that the save created */
	onSaved: (seen: string) => void
	/** Called with the new version when the server has saved text from a page that the user had left. The form doesn't show that text. */
	onRestored: (seen: string) => void
}

/** Sends one save at a time, each based on the version that the previous one created. */
export class DraftSaves {
	readonly #form: HTMLFormElement
	readonly #options: Options
	readonly #kept: ReturnType<typeof unsentTextStore>
	#timer = 0
	#running: Promise<void> | null = null
	#isDirty = false
	#dirtySince = 0
	#isStopped = false
	/** Fields of a save that has no response yet. The server may have stored them. */
	#sent: Fields | null = null
	/** True if everything typed is on the server. */
	isSaved = true
	/** True while a click on a send button waits for the save. */
	#isSending = false
	#isInConflict = false
	/** Form token of a new sign-in in another window. */
	#newToken: string | null = null
	#isSignedOut = false

	constructor(form: HTMLFormElement, options: Options) {
		this.#form = form
		this.#options = options
		this.#kept = unsentTextStore(options.address, newId())
	}

	/** Sends the text that was kept when the page was left before it was saved. */
	async start(): Promise<void> {
		const draft = takeUnsentText(this.#options.address)
		if (!draft) return listEarlyText(this.#form).length > 0 ? this.onInput() : undefined
		this.#kept.write(draft)
		this.#form.inert = true
		this.#options.onState({ is: 'saving' })
		// The server may have stored the last save although its response was lost. Text typed after it is based on that version.
		const earlier = draft.sent && (await this.#post(draft.sent))
		const answer = await this.#post({ ...draft.fields, ...(earlier && 'seen' in earlier && { seen: earlier.seen }) })
		if (this.#isStopped) return
		this.#form.inert = false
		this.#kept.clear()
		if (answer && 'seen' in answer) return this.#options.onRestored(answer.seen)
		fillFields(this.#form, draft.fields)
		this.#planSave()
		await this.flush()
	}

	/** Keeps unsaved text in this browser, because the page may be closed. */
	readonly keep = () => {
		// After a conflict, reloading the page shows the other version.
		if (this.isSaved || this.#isStopped || this.#isInConflict) return
		this.#kept.write({ fields: readFields(this.#form), at: new Date().toISOString(), ...(this.#sent && { sent: this.#sent }) })
	}

	readonly onInput = () => {
		if (this.#isStopped) return
		// Once there is a new sign-in, the next attempt saves it.
		if (this.#isSignedOut) return this.keep()
		this.#planSave()
		this.#options.onState({ is: 'typing' })
	}

	#planSave(): void {
		if (!this.#isDirty) this.#dirtySince = Date.now()
		this.#isDirty = true
		this.isSaved = false
		this.#plan(Math.max(0, Math.min(PAUSE_MS, this.#dirtySince + MAX_PAUSE_MS - Date.now())))
	}

	/** Waits for a running save, so that the form contains the newest version. */
	async settle(): Promise<void> {
		window.clearTimeout(this.#timer)
		await this.#running
	}

	/** Saves unsaved changes right away. */
	async flush(): Promise<void> {
		await this.settle()
		if (this.#isDirty) await this.#start()
	}

	/**
	 * Delays a click on a button within `data-sends` until everything is saved, because the saved text is sent. If saving fails, the click is
	 * ignored.
	 */
	async onSend(event: MouseEvent, onUnsaved: () => void): Promise<void> {
		const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-sends] button') : null
		if (!button || this.isSaved) return
		event.preventDefault()
		event.stopPropagation()
		if (this.#isSending) return
		this.#isSending = true
		await this.flush()
		this.#isSending = false
		if (this.isSaved) button.click()
		else onUnsaved()
	}

	stop(): void {
		window.clearTimeout(this.#timer)
		this.#isStopped = true
	}

	#plan(pause: number): void {
		window.clearTimeout(this.#timer)
		this.#timer = window.setTimeout(() => void this.#start(), pause)
	}

	#start(): Promise<void> {
		window.clearTimeout(this.#timer)
		this.#running ??= this.#save().finally(() => {
			this.#running = null
			if (this.#isDirty && !this.#isStopped) this.#plan(PAUSE_MS)
		})
		return this.#running
	}

	/** @returns null if the server can't be reached, or the session has ended */
	async #post(fields: Fields): Promise<Autosaved | null> {
		const body = new FormData()
		const token = this.#form.elements.namedItem('form_token')
		for (const [name, value] of Object.entries(fields)) body.set(name, value)
		if (token instanceof HTMLInputElement) body.set('form_token', this.#newToken ?? token.value)
		const answer = await fetch(this.#options.address, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => null)
		this.#isSignedOut = answer?.status === 403
		const isJson = answer?.headers.get('content-type')?.startsWith('application/json') === true
		if (!answer || !isJson || !(answer.ok || answer.status === 409 || answer.status === 422)) return null
		return (await answer.json()) as Autosaved
	}

	async #save(): Promise<void> {
		this.#isDirty = false
		this.#options.onState({ is: 'saving' })
		const fields = readFields(this.#form)
		this.#sent = fields
		const answer = await this.#post(fields)
		if (answer !== null) this.#sent = null
		if (answer && 'seen' in answer) return this.#take(answer.seen)
		if (answer) {
			this.#isInConflict = answer.isConflict
			return this.#options.onState(answer.isConflict ? { is: 'conflict' } : { is: 'refused', problem: answer.problem })
		}
		if (this.#isSignedOut) this.keep()
		this.#options.onState({ is: this.#isSignedOut ? 'signed-out' : 'offline' })
		window.setTimeout(() => void this.#retry(), RETRY_MS)
	}

	/** Saves again; after the session ended, once there is a new sign-in. */
	async #retry(): Promise<void> {
		if (this.#isStopped) return
		if (this.#isSignedOut) this.#newToken = await findFormToken()
		if (this.#isSignedOut && this.#newToken === null) return void window.setTimeout(() => void this.#retry(), RETRY_MS)
		this.#isSignedOut = false
		this.#planSave()
	}

	#take(seen: string): void {
		const input = this.#form.elements.namedItem('seen')
		if (input instanceof HTMLInputElement) input.value = seen
		this.#options.onState({ is: this.#isDirty ? 'typing' : 'saved' })
		if (!this.#isDirty) {
			this.isSaved = true
			this.#kept.clear()
			reportSaved(this.#form)
		}
		this.#options.onSaved(seen)
	}
}

type Draft = { /** URL of the form. */ action: string; /** URL that saves its fields. */ address: string } & Pick<
	Options,
	'onSaved' | 'onRestored'
>

/**
 * Autosaves the form of a draft, then reloads the page's data.
 * @param status element that shows the state; focused when a click on Send is ignored because saving failed
 */
export function useDraftAutosave({ action, address, onSaved, onRestored }: Draft, status: RefObject<HTMLElement | null>): DraftSaveState {
	const [state, setState] = useState<DraftSaveState>({ is: 'clean' })
	const { revalidate } = useRevalidator()
	const formId = toFormId(action)
	const isSubmitted = useFetchers().some(({ formAction }) => formAction === action)
	// The form is inert while it is submitted: the page that follows would replace any text typed in the meantime.
	useEffect(() => {
		const form = document.getElementById(formId)
		if (form) form.inert = isSubmitted
	}, [formId, isSubmitted])
	const handlers = useRef({ revalidate, onSaved, onRestored })
	useEffect(() => {
		handlers.current = { revalidate, onSaved, onRestored }
	})
	useEffect(() => {
		const form = document.getElementById(formId)
		if (!(form instanceof HTMLFormElement)) return
		const saves = new DraftSaves(form, {
			address,
			onState: setState,
			onSaved(next) {
				handlers.current.onSaved(next)
				void handlers.current.revalidate()
			},
			onRestored(next) {
				handlers.current.onRestored(next)
				void handlers.current.revalidate()
			},
		})
		const onClick = (event: MouseEvent) => {
			const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[type="submit"]') : null
			if (button?.form !== form) return
			event.preventDefault()
			event.stopPropagation()
			void saves.settle().then(() => form.requestSubmit(button.isConnected ? button : undefined))
		}
		const onSend = (event: MouseEvent) => void saves.onSend(event, () => status.current?.focus())
		const listening = new AbortController()
		const { signal } = listening
		form.addEventListener('input', saves.onInput, { signal })
		document.addEventListener('click', onClick, { capture: true, signal })
		document.addEventListener('click', onSend, { capture: true, signal })
		window.addEventListener('pagehide', saves.keep, { signal })
		document.addEventListener('visibilitychange', saves.keep, { signal })
		void saves.start()
		const unregister = saveBeforeLeaving(() => saves.flush())
		return () => {
			unregister()
			saves.stop()
			listening.abort()
		}
	}, [formId, address, status])
	return state
}

/**
 * Counts how often the form has to be reset, because the server has saved text from a page that the user had left.
 * @param seen version of the page's data
 */
export function useRestored(seen: string) {
	const [times, setTimes] = useState(0)
	const [expected, setExpected] = useState<string | null>(null)
	if (expected !== null && expected === seen) {
		setExpected(null)
		setTimes(times + 1)
	}
	return { times, onRestored: setExpected }
}
