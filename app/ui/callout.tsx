import type { ReactNode } from 'react'

/** Highlighted note. Use `role="alert"` for a new problem. */
export function Callout(props: {
	tone?: 'note' | 'good' | 'danger'
	title?: string | undefined
	role?: 'alert' | 'status' | 'note'
	children: ReactNode
}) {
	return (
		<div className="callout" data-tone={props.tone ?? 'note'} role={props.role}>
			{props.title && <p className="font-semibold">{props.title}</p>}
			{props.children}
		</div>
	)
}
