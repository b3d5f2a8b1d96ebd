import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetchers, useRevalidator } from 'react-router'

import { listEarlyText } from '#app/admin/routes/content/early-text.ts'
import { reportSaved, saveBeforeLeaving } from '#app/admin/use-unsent-text.ts'
import type { AutosavedIssue } from '#server/console/newsletter/issue-actions.ts'

export type IssueSaveState = 'clean' | 'typing' | 'saving' | 'saved' | 'offline' | 'conflict' | 'refused'

const PAUSE_MS = 2000
/** Maximum delay while someone types without a pause. */
const MAX_PAUSE_MS = 5000
const RETRY_MS = 5000

/** Sends one save at a time, each based on the version that the previous one created. */
export class IssueSaves {
	readonly #form: HTMLFormElement
	readonly #address: string
	readonly #onState: (state: IssueSaveState) => void
	#timer = 0
	#running: Promise<void> | null = null
	#isDirty = false
	#dirtySince = 0
	#isStopped = false
	/** True if everything typed is on the server. */
	isSaved = true
	/** True while a click on a send button waits for the save. */
	#isSending = false

	constructor(form: HTMLFormElement, { address, onState }: { address: string; onState: (state: IssueSaveState) => void }) {
		this.#form = form
		this.#address = address
		this.#onState = onState
	}

	readonly onInput = () => {
		if (this.#isStopped) return
		this.#planSave()
		this.#onState('typing')
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

	async #save(): Promise<void> {
		this.#isDirty = false
		this.#onState('saving')
		const answer = await fetch(this.#address, {
			method: 'POST',
			body: new FormData(this.#form),
			headers: { accept: 'application/json' },
		}).catch(() => null)
		const isJson = answer?.headers.get('content-type')?.startsWith('application/json') === true
		if (answer?.ok && isJson) return this.#take((await answer.json()) as AutosavedIssue)
		if (answer?.status === 409 && isJson) return this.#onState('conflict')
		if (answer?.status === 422) return this.#onState('refused')
		this.#onState('offline')
		const tryAgain = () => {
			if (!this.#isStopped) this.#planSave()
		}
		window.setTimeout(tryAgain, RETRY_MS)
	}

	#take(saved: AutosavedIssue): void {
		const input = this.#form.elements.namedItem('seen')
		if (input instanceof HTMLInputElement && 'seen' in saved) input.value = saved.seen
		this.#onState(this.#isDirty ? 'typing' : 'saved')
		if (this.#isDirty) return
		this.isSaved = true
		reportSaved(this.#form)
	}
}

/**
 * Autosaves the form of a newsletter draft, then reloads the page's data, so that its other forms have the new version.
 * @param status element that shows the state; focused when a click on Send is ignored because saving failed
 */
export function useIssueAutosave(formId: string, address: string, status: RefObject<HTMLElement | null>): IssueSaveState {
	const [state, setState] = useState<IssueSaveState>('clean')
	const { revalidate } = useRevalidator()
	const isSubmitted = useFetchers().some(({ formAction }) => formAction !== undefined && address.startsWith(`${formAction}/`))
	// The form is inert while it is submitted: the page that follows would replace any text typed in the meantime.
	useEffect(() => {
		const form = document.getElementById(formId)
		if (form) form.inert = isSubmitted
	}, [formId, isSubmitted])
	const readAgain = useRef(revalidate)
	useEffect(() => {
		readAgain.current = revalidate
	})
	useEffect(() => {
		const form = document.getElementById(formId)
		if (!(form instanceof HTMLFormElement)) return
		const saves = new IssueSaves(form, {
			address,
			onState(next) {
				setState(next)
				if (next === 'saved') void readAgain.current()
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
		if (listEarlyText(form).length > 0) saves.onInput()
		form.addEventListener('input', saves.onInput)
		document.addEventListener('click', onClick, true)
		document.addEventListener('click', onSend, true)
		const unregister = saveBeforeLeaving(() => saves.flush())
		return () => {
			unregister()
			saves.stop()
			form.removeEventListener('input', saves.onInput)
			document.removeEventListener('click', onClick, true)
			document.removeEventListener('click', onSend, true)
		}
	}, [formId, address, status])
	return state
}
