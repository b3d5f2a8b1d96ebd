import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { saveBeforeLeaving } from '#app/admin/use-unsent-text.ts'

import { Autosave, type AutosaveOptions, readFields, type SaveState } from './autosave.ts'
import { OTHER_VERSION } from './save-status.tsx'

type Options = {
	file: string
	base: string
	isOn: boolean
	inside: RefObject<HTMLElement | null>
	onAnswer: AutosaveOptions['onAnswer']
}

type Saving = {
	state: SaveState
	/** True while a draft kept in this browser is not yet in the form. */
	isRestoring: boolean
	sync: () => Promise<void>
	discard: () => void
}

/** Moves focus to the other version of a conflict, once it is on the page, so that Save never replaces one the user hasn't seen. */
function useLeadToOther(): () => void {
	const [times, setTimes] = useState(0)
	useEffect(() => {
		if (times > 0) document.getElementById(OTHER_VERSION)?.focus()
	}, [times])
	return useCallback(() => setTimes((before) => before + 1), [])
}

type Submit = { autosave: Autosave; form: HTMLFormElement; leadToOther: () => void; onUnchanged: () => void }

/** Submit buttons wait for a running autosave; without that, the form would be based on an older version. */
function submitOnceSaved(event: MouseEvent, { autosave, form, leadToOther, onUnchanged }: Submit): void {
	const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[type="submit"]') : null
	if (!button) return
	event.preventDefault()
	event.stopPropagation()
	const wasSaved = autosave.isSaved
	void autosave.flush(button.value === 'save').then((isSent) => {
		if (!isSent && autosave.isInConflict) leadToOther()
		if (!isSent) return
		if (button.value !== 'save' || !autosave.isSaved) form.requestSubmit(button.isConnected ? button : undefined)
		else if (wasSaved) onUnchanged()
	})
}

export function useAutosave({ file, base, isOn, inside, onAnswer }: Options): Saving {
	const [state, setState] = useState<SaveState>({ is: 'clean' })
	const [isRestoring, setRestoring] = useState(false)
	const leadToOther = useLeadToOther()
	const { formToken } = useConsole()
	const { revalidate } = useRevalidator()
	// Initial values only: the autosave keeps track of changes itself.
	const first = useRef({ base, formToken })
	const current = useRef<Autosave>(null)
	const handlers = useRef({ onAnswer, revalidate })
	useEffect(() => {
		handlers.current = { onAnswer, revalidate }
	})
	useEffect(() => {
		const form = inside.current?.closest('form')
		if (!isOn || !form) return
		const autosave = new Autosave({
			...first.current,
			file,
			form,
			// Each key press reports 'typing'. Returning the same object avoids a render.
			onState: (next) => setState((before) => (before.is === next.is && next.is !== 'saved' ? before : next)),
			onRestoring: setRestoring,
			onAnswer: (...answer) => handlers.current.onAnswer(...answer),
			onSignedIn: () => void handlers.current.revalidate(),
		})
		current.current = autosave
		const onVisible = () => (document.visibilityState === 'hidden' ? autosave.keep() : autosave.retry())
		const onClick = (event: MouseEvent) =>
			submitOnceSaved(event, { autosave, form, leadToOther, onUnchanged: () => setState({ is: 'unchanged' }) })
		const onFocus = ({ target }: FocusEvent) => {
			if (target instanceof Element && target.closest(`#${OTHER_VERSION}`)) autosave.otherSeen = readFields(form).base ?? null
		}
		const listening = new AbortController()
		const { signal } = listening
		form.addEventListener('input', autosave.onInput, { signal })
		form.addEventListener('click', onClick, { capture: true, signal })
		form.addEventListener('focusin', onFocus, { signal })
		window.addEventListener('focus', autosave.retry, { signal })
		window.addEventListener('online', autosave.retry, { signal })
		window.addEventListener('pagehide', autosave.keep, { signal })
		document.addEventListener('visibilitychange', onVisible, { signal })
		autosave.start()
		const unregister = saveBeforeLeaving(() => autosave.flush())
		return () => {
			unregister()
			autosave.stop()
			listening.abort()
		}
	}, [file, inside, isOn, leadToOther])
	const sync = useCallback(async () => {
		const answer = (await current.current?.flush()) ? current.current?.answered : null
		if (answer) handlers.current.onAnswer(answer, true, false)
	}, [])
	const discard = useCallback(() => current.current?.discard(), [])
	return { state, isRestoring, sync, discard }
}

const REREAD_MS = 15_000

/** Reloads the page's data, but only after a save: after the session has ended, this would redirect away from the form. */
export function useReread(savedAt: string | null) {
	const { revalidate } = useRevalidator()
	const last = useRef(0)
	useEffect(() => {
		if (savedAt === null) return
		const wait = Math.max(0, last.current + REREAD_MS - Date.now())
		const timer = window.setTimeout(() => {
			last.current = Date.now()
			void revalidate()
		}, wait)
		return () => window.clearTimeout(timer)
	}, [savedAt, revalidate])
}
