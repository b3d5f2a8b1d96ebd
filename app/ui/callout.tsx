import type { ReactNode } from 'react'

/** Highlighted note. */
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

/** Callout for a new problem, announced immediately. */
export const Alert = ({ title, children }: { title?: string | undefined; children: ReactNode }) => (
	<Callout tone="danger" role="alert" title={title}>
		{children}
	</Callout>
)
