import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { saveBeforeLeaving } from '#app/admin/use-unsent-text.ts'
import type { SavedDraft } from '#server/console/shell/answer-autosave.ts'

import type { AutosaveOptions, SaveState } from './autosave-options.ts'
import { Autosave } from './autosave.ts'
import { focusReason, OTHER_VERSION_ID } from './save-status.tsx'

type Options<Saved extends SavedDraft> = Pick<
	AutosaveOptions<Saved>,
	'file' | 'address' | 'base' | 'baseName' | 'fillsFields' | 'onAnswer'
> & {
	isOn: boolean
	findForm: () => HTMLFormElement | null
}

type Saving = {
	state: SaveState
	/** True while a draft kept in this browser is not yet in the form. */
	isRestoring: boolean
	sync: () => Promise<void>
	discard: () => void
	/** Allows Save to replace the other version of a conflict, because the user has looked at it. */
	markOtherSeen: () => void
}

/** Returns a function that moves focus to what keeps a text from being saved, so that Save never replaces a version the user hasn't seen. */
function useLeadToReason(): () => void {
	const [times, setTimes] = useState(0)
	useEffect(() => {
		if (times > 0) focusReason()
	}, [times])
	return useCallback(() => setTimes((before) => before + 1), [])
}

type Clicks<Saved extends SavedDraft> = {
	autosave: Autosave<Saved>
	form: HTMLFormElement
	leadToReason: () => void
	onUnchanged: () => void
}

const buttonAt = ({ target }: Event, selector: string) => (target instanceof Element ? target.closest<HTMLButtonElement>(selector) : null)

/** Submit buttons wait for a running autosave; without that, the form would be based on an older version. */
function submitOnceSaved<Saved extends SavedDraft>(event: MouseEvent, { autosave, form, leadToReason, onUnchanged }: Clicks<Saved>): void {
	const button = buttonAt(event, 'button[type="submit"]')
	if (button?.form !== form) return
	event.preventDefault()
	event.stopPropagation()
	const wasSaved = autosave.isSaved
	void autosave.flush(button.value === 'save').then((isSent) => {
		if (!isSent && autosave.isInConflict) leadToReason()
		if (!isSent) return
		if (button.value !== 'save' || !autosave.isSaved) form.requestSubmit(button.isConnected ? button : undefined)
		else if (wasSaved) onUnchanged()
	})
}

/** Makes buttons within `data-sends` wait for a save, because they send the saved text. If it isn't saved, the click is ignored. */
function sendOnceSaved<Saved extends SavedDraft>({ autosave, leadToReason }: Pick<Clicks<Saved>, 'autosave' | 'leadToReason'>) {
	let isWaiting = false
	return async (event: MouseEvent): Promise<void> => {
		const button = buttonAt(event, '[data-sends] button')
		if (!button || autosave.isUpToDate) return
		event.preventDefault()
		event.stopPropagation()
		if (isWaiting) return
		isWaiting = true
		await autosave.flush()
		isWaiting = false
		if (autosave.isUpToDate) button.click()
		else leadToReason()
	}
}

/** Channel on which the tabs of this browser announce what they have saved. */
const SAVED_DRAFTS = 'saved-drafts'
type SavedElsewhere = { file: string; base: string }
type Following<Saved extends SavedDraft> = { file: string; autosave: Autosave<Saved>; reload: () => void }

/** Reloads a form without changes once this person has saved its text in another tab. */
function followOtherTabs<Saved extends SavedDraft>(tabs: BroadcastChannel, { file, autosave, reload }: Following<Saved>): void {
	tabs.addEventListener('message', ({ data }: MessageEvent<SavedElsewhere>) => {
		const isOlder = data.file === file && data.base !== autosave.base && autosave.isUpToDate
		if (isOlder && !document.querySelector('dialog[open]')) reload()
	})
}

/** Keeps and saves the form's text as it changes, and when its page is left or shown again. */
function listenTo<Saved extends SavedDraft>(form: HTMLFormElement, autosave: Autosave<Saved>): AbortController {
	const onVisible = () => (document.visibilityState === 'hidden' ? autosave.keep() : autosave.retry())
	const onFocus = ({ target }: FocusEvent) => {
		if (target instanceof Element && target.closest(`#${OTHER_VERSION_ID}`)) autosave.markOtherSeen()
	}
	const listening = new AbortController()
	const { signal } = listening
	form.addEventListener('input', autosave.onInput, { signal })
	form.addEventListener('focusin', onFocus, { signal })
	window.addEventListener('focus', autosave.retry, { signal })
	window.addEventListener('online', autosave.retry, { signal })
	window.addEventListener('pagehide', autosave.keep, { signal })
	document.addEventListener('visibilitychange', onVisible, { signal })
	return listening
}

/** Autosaves a form. */
export function useAutosave<Saved extends SavedDraft>({ file, isOn, ...options }: Options<Saved>): Saving {
	const [state, setState] = useState<SaveState>({ is: 'clean' })
	const [isRestoring, setRestoring] = useState(false)
	const leadToReason = useLeadToReason()
	const { formToken, email } = useConsole()
	const { revalidate } = useRevalidator()
	const navigate = useNavigate()
	// Initial values only: the autosave keeps track of changes itself.
	const first = useRef({ ...options, formToken, owner: email })
	const current = useRef<Autosave<Saved>>(null)
	const handlers = useRef({ ...options, revalidate, navigate })
	useEffect(() => {
		handlers.current = { ...options, revalidate, navigate }
	})
	useEffect(() => {
		const form = handlers.current.findForm()
		if (!isOn || !form) return
		const tabs = new BroadcastChannel(SAVED_DRAFTS)
		const autosave = new Autosave<Saved>({
			...first.current,
			file,
			form,
			// Each key press reports 'typing'. Returning the same object avoids a render.
			onState: (next) => setState((before) => (before.is === next.is && next.is !== 'saved' ? before : next)),
			onRestoring: setRestoring,
			onAnswer: (...answer) => {
				tabs.postMessage({ file, base: answer[0].base } satisfies SavedElsewhere)
				handlers.current.onAnswer(...answer)
			},
			onSignedIn: () => void handlers.current.revalidate(),
		})
		current.current = autosave
		const onClick = (event: MouseEvent) =>
			submitOnceSaved(event, { autosave, form, leadToReason, onUnchanged: () => setState({ is: 'unchanged' }) })
		const onSend = sendOnceSaved({ autosave, leadToReason })
		followOtherTabs(tabs, { file, autosave, reload: () => void handlers.current.navigate(0) })
		const listening = listenTo(form, autosave)
		const { signal } = listening
		document.addEventListener('click', onClick, { capture: true, signal })
		document.addEventListener('click', (event) => void onSend(event), { capture: true, signal })
		autosave.start()
		const unregister = saveBeforeLeaving(autosave)
		return () => {
			unregister()
			autosave.stop()
			tabs.close()
			listening.abort()
		}
	}, [file, isOn, leadToReason])
	const sync = useCallback(async () => {
		const answer = (await current.current?.flush()) ? current.current?.answered : null
		if (answer) handlers.current.onAnswer(answer, true, false)
	}, [])
	const discard = useCallback(() => current.current?.discard(), [])
	const markOtherSeen = useCallback(() => current.current?.markOtherSeen(), [])
	return { state, isRestoring, sync, discard, markOtherSeen }
}

const REREAD_MS = 15_000

/** Reloads the page's data, but only after a save: after the session has ended, this would redirect away from the form. */
export function useReloadAfterSave(savedAt: string | null) {
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
