import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { Icon } from './icon.tsx'
import {
	dismissToast,
	NO_TOASTS,
	onToastChange,
	pauseToasts,
	readToastHost,
	readToasts,
	resumeToasts,
	type ToastEntry,
} from './toast-store.ts'

const LIST = 'fixed right-4 bottom-4 z-60 grid w-[min(25rem,100vw-2rem)] gap-3'
/**
 * In a dialog as wide as the screen, toasts follow the dialog's content, so that they cover no button, and the dialog
 * starts at the top.
 */
const IN_DIALOG =
	'max-lg:in-data-toasts:static max-lg:in-data-toasts:w-auto max-lg:in-data-toasts:px-[clamp(1rem,4vw,2rem)] max-lg:in-data-toasts:pb-4'
const CARD = 'grid grid-cols-[1fr_auto] gap-x-2 rounded-sm border-2 border-l-[.5rem] bg-raised pt-3 pr-2 pb-[.85rem] pl-[1.1rem]'

/** Renders the toasts. Used once, in the root. */
export function Toaster() {
	const toasts = useSyncExternalStore(onToastChange, readToasts, () => NO_TOASTS)
	const host = useSyncExternalStore(onToastChange, readToastHost, () => null)
	if (toasts.length === 0) return null
	const list = (
		<div
			className={`${LIST} ${IN_DIALOG} screen-only`}
			onPointerEnter={pauseToasts}
			onPointerLeave={resumeToasts}
			onFocus={pauseToasts}
			onBlur={resumeToasts}
		>
			{toasts.map((entry) => (
				<ToastCard key={entry.id} entry={entry} />
			))}
		</div>
	)
	return host ? createPortal(list, host) : list
}

function ToastCard({ entry }: { entry: ToastEntry }) {
	// Renders the text a moment later: live regions announce only changes, not their initial text.
	const [isReady, setReady] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setReady(true), 30)
		return () => clearTimeout(timer)
	}, [])
	return (
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape presses the button inside
		<div
			className={`${CARD} ${entry.variant === 'destructive' ? 'border-danger-ink' : 'border-ink border-l-spruce-ink'}`}
			onKeyDown={(event) => event.key === 'Escape' && dismissToast(entry.id)}
			role={entry.variant === 'destructive' ? 'alert' : 'status'}
			aria-atomic="true"
		>
			{isReady && (
				<>
					<div>
						<p className="font-semibold">{entry.title}</p>
						{entry.description && <p>{entry.description}</p>}
					</div>
					<button type="button" className="icon-btn" aria-label="Dismiss notification" onClick={() => dismissToast(entry.id)}>
						<Icon name="close" />
					</button>
				</>
			)}
		</div>
	)
}
