import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

import { storedValue } from '#app/lib/browser-storage.ts'

type Fields = Readonly<Record<string, string>>

/** Unsaved text of the content editor. `sent`: fields of a save that got no response; the server may have stored them. */
type KeptDraft = { fields: Fields; at: string; sent?: Fields }

const areFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && Object.values(value).every((field) => typeof field === 'string')

function parse(raw: unknown): KeptDraft | null {
	if (typeof raw !== 'object' || raw === null || !('fields' in raw) || !('at' in raw)) return null
	const { fields, at } = raw
	if (!areFields(fields) || typeof at !== 'string') return null
	return { fields, at, ...('sent' in raw && areFields(raw.sent) && { sent: raw.sent }) }
}

/**
 * Keeps unsaved text in this browser until the server has it.
 * @param file path of the text
 */
export const unsentTextStore = (file: string) => storedValue(`launchway_console_draft:${file}`, parse)

/** Window event: all typed text is saved, so leaving the page needs no confirmation. */
export const ALL_SAVED = 'launchway:all-saved'

/** Maximum wait for a save before the prompt: a link must not seem dead while the network hangs. */
const MAX_SAVE_MS = 3000

const savers = new Set<() => Promise<unknown>>()

/**
 * Registers a form that saves itself: its text is saved before a link is followed, so that nothing has to be asked.
 * @returns removes it again
 */
export function saveBeforeLeaving(save: () => Promise<unknown>): () => void {
	savers.add(save)
	return () => savers.delete(save)
}

/** True inside a form with an action. Forms in dialogs don't count: the page behind a dialog can't be used until it is closed. */
const isOfAction = (target: EventTarget | null) =>
	target instanceof Element && target.closest('form')?.method === 'post' && !target.closest('dialog')

export function useUnsentText(): void {
	const isUnsent = useRef(false)
	useEffect(() => {
		const onInput = ({ target }: Event) => {
			if (isOfAction(target)) isUnsent.current = true
		}
		// Only forms with an action reset the flag: submitting a search doesn't send text typed elsewhere.
		const onSubmit = ({ target }: Event) => {
			if (isOfAction(target)) isUnsent.current = false
		}
		const onSaved = () => {
			isUnsent.current = false
		}
		document.addEventListener('input', onInput)
		window.addEventListener(ALL_SAVED, onSaved)
		document.addEventListener('submit', onSubmit)
		return () => {
			document.removeEventListener('input', onInput)
			window.removeEventListener(ALL_SAVED, onSaved)
			document.removeEventListener('submit', onSubmit)
		}
	}, [])
	useBeforeUnload((event) => {
		if (isUnsent.current) event.preventDefault()
	})
	const blocker = useBlocker(() => isUnsent.current)
	useEffect(() => {
		if (blocker.state !== 'blocked') return
		let isOver = false
		let timer = 0
		const tooLong = new Promise((resolve) => (timer = window.setTimeout(resolve, MAX_SAVE_MS)))
		void Promise.race([Promise.allSettled([...savers].map((save) => save())), tooLong]).then(() => {
			if (isOver) return
			if (!isUnsent.current || window.confirm('Leave this page? What you typed isn’t saved.')) {
				isUnsent.current = false
				blocker.proceed()
			} else blocker.reset()
		})
		return () => {
			isOver = true
			window.clearTimeout(timer)
		}
	}, [blocker])
}
