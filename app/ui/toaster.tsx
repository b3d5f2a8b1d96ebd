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

/** Renders the toasts. Used once, in the root. */
export function Toaster() {
	const toasts = useSyncExternalStore(onToastChange, readToasts, () => NO_TOASTS)
	const host = useSyncExternalStore(onToastChange, readToastHost, () => null)
	if (toasts.length === 0) return null
	const list = (
		<div
			className="toasts screen-only"
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
	// Live regions announce changes, not text that was there when they were added, so the text is rendered a moment later.
	const [isReady, setReady] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setReady(true), 30)
		return () => clearTimeout(timer)
	}, [])
	return (
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape is a shortcut for the button inside
		<div
			className="toast"
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
