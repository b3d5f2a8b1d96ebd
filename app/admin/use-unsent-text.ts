import { useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

import { browserStorage, storedValue } from '#app/lib/browser-storage.ts'

type Fields = Readonly<Record<string, string>>

/** Unsaved text of an editor. `sent`: fields of a save that got no response; the server may have stored them. */
type KeptDraft = { fields: Fields; at: string; /** Operator who typed it. */ owner: string; sent?: Fields }

/** After this, the text has probably been written again elsewhere. */
const KEPT_MS = 7 * 86_400_000

const areFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && Object.values(value).every((field) => typeof field === 'string')

function parse(raw: unknown): KeptDraft | null {
	if (typeof raw !== 'object' || raw === null || !('fields' in raw && 'at' in raw && 'owner' in raw)) return null
	const { fields, at, owner } = raw
	if (!areFields(fields) || typeof at !== 'string' || typeof owner !== 'string' || Date.parse(at) < Date.now() - KEPT_MS) return null
	return { fields, at, owner, ...('sent' in raw && areFields(raw.sent) && { sent: raw.sent }) }
}

const PREFIX = 'launchway_console_draft:'

const keyOf = (file: string) => `${PREFIX}${file}`

/**
 * Keeps unsaved text in this browser until the server has it.
 * @param file path of the text
 * @param page ID of the open page: two windows with the same text don't replace each other's
 */
export const unsentTextStore = (file: string, page = '') => storedValue(page === '' ? keyOf(file) : `${keyOf(file)}#${page}`, parse)

/**
 * Takes the newest text that an operator left unsaved out of this browser's storage; null if there is none of the last seven days. Removes
 * older texts, of any file.
 */
export function takeUnsentText(file: string, owner: string): KeptDraft | null {
	const keys = Object.keys(browserStorage() ?? {}).filter((key) => key.startsWith(PREFIX))
	const kept = keys.flatMap((key) => {
		const store = storedValue(key, parse)
		const draft = store.read()
		if (!draft) store.clear()
		return draft?.owner === owner && key.split('#', 1)[0] === keyOf(file) ? [{ store, draft }] : []
	})
	const newest = kept.toSorted((one, other) => other.draft.at.localeCompare(one.draft.at))[0]
	newest?.store.clear()
	return newest?.draft ?? null
}

const SAVED = 'launchway:saved'

/**
 * Reports that all of a form's text is saved. After the page is left, the form isn't in the document anymore, so no listener is notified.
 */
export const reportSaved = (form: HTMLFormElement) => form.dispatchEvent(new Event(SAVED, { bubbles: true }))

/** Maximum wait for a save before the prompt. Meanwhile, the page says that it is saving. */
const MAX_SAVE_MS = 10_000

type Autosaved = {
	flush: () => Promise<unknown>
	/** Called if the user leaves although the text couldn't be saved. */
	discard: () => void
}

const autosaved = new Set<Autosaved>()

/**
 * Registers an autosaved form: its text is saved before a link is followed, so there is no prompt.
 * @returns a function that unregisters the form
 */
export function saveBeforeLeaving(form: Autosaved): () => void {
	autosaved.add(form)
	return () => autosaved.delete(form)
}

/**
 * Returns the form around an element if leaving it needs a confirmation: it posts an action and isn't a quick choice.
 * Forms in dialogs don't count: the page behind a dialog can't be used until it is closed.
 */
function actionFormOf(target: EventTarget | null): HTMLFormElement | null {
	const form = target instanceof Element && !target.closest('dialog') ? target.closest('form') : null
	return form?.method === 'post' && form.dataset['quick'] === undefined ? form : null
}

/** True for a form whose text stays when another form of its page is saved (ui/use-form-key.ts). */
const keepsText = (form: HTMLFormElement) => form.dataset['keeps'] !== undefined

/**
 * Asks for confirmation before the user leaves unsaved text: with a dialog within the console, with the browser's own
 * when the tab is closed.
 * @returns `isSaving`: text is being saved before a link is followed; `question`: a link waits for an answer
 */
export function useUnsentText(): { isSaving: boolean; question: { leave: () => void; stay: () => void } | null } {
	const unsent = useRef(new Set<HTMLFormElement>())
	/** Leaves out forms whose page was replaced, for example when another form was submitted. */
	const listUnsent = () => [...unsent.current].filter(({ isConnected }) => isConnected)
	const [isAsked, setIsAsked] = useState(false)
	useEffect(() => {
		const { current } = unsent
		const onInput = ({ target }: Event) => {
			const form = actionFormOf(target)
			if (form) current.add(form)
		}
		// Submitting an action replaces the page, except for other forms that keep their text. A search is ignored, because it doesn't submit text typed elsewhere.
		const onSubmit = ({ target }: Event) => {
			const form = actionFormOf(target)
			for (const each of form ? current : []) if (each === form || !keepsText(each)) current.delete(each)
		}
		const onSaved = ({ target }: Event) => current.delete(target as HTMLFormElement)
		document.addEventListener('input', onInput)
		document.addEventListener(SAVED, onSaved)
		document.addEventListener('submit', onSubmit)
		return () => {
			document.removeEventListener('input', onInput)
			document.removeEventListener(SAVED, onSaved)
			document.removeEventListener('submit', onSubmit)
		}
	}, [])
	useBeforeUnload((event) => {
		if (listUnsent().length > 0) event.preventDefault()
	})
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		const isSamePage = currentLocation.pathname === nextLocation.pathname
		return listUnsent().some((form) => !isSamePage || !keepsText(form))
	})
	useEffect(() => {
		if (blocker.state !== 'blocked') return
		let isOver = false
		let timer = 0
		const tooLong = new Promise((resolve) => (timer = window.setTimeout(resolve, MAX_SAVE_MS)))
		void Promise.race([Promise.allSettled([...autosaved].map((form) => form.flush())), tooLong]).then(() => {
			if (isOver) return
			if (listUnsent().length === 0) blocker.proceed()
			else setIsAsked(true)
		})
		return () => {
			isOver = true
			window.clearTimeout(timer)
			setIsAsked(false)
		}
	}, [blocker])
	if (blocker.state !== 'blocked') return { isSaving: false, question: null }
	const leave = () => {
		for (const form of autosaved) form.discard()
		unsent.current.clear()
		blocker.proceed()
	}
	return { isSaving: !isAsked && autosaved.size > 0, question: isAsked ? { leave, stay: () => blocker.reset() } : null }
}
