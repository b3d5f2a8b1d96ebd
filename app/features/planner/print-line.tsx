import type { ReactNode } from 'react'

/** Line of the printed week: a label and what was entered. */
export const PrintLine = ({ label, children }: { label: string; children: ReactNode }) => (
	<p className="mt-2 flex items-baseline gap-2">
		<b>{label}:</b> {children}
	</p>
)

/** Blank line for handwriting, or the entered text. */
export const PrintBlank = ({ children }: { children?: ReactNode }) => (
	<span className="min-h-[1.4em] flex-1 border-b border-ink">{children}</span>
)
