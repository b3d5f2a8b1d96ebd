import type { ReactNode } from 'react'

/** `number` is decorative; `label` is a short text in the margin. */
export function NumberedSection({ number, label, id, children }: { number?: string; label: string; id?: string; children: ReactNode }) {
	return (
		<section id={id} className="leg">
			<div className="page leg-grid">
				<p className="leg-mark">
					{number && (
						<span className="text-accent-ink text-2xl/none tabular-nums" aria-hidden="true">
							{number}
						</span>
					)}
					<span>{label}</span>
				</p>
				<div>{children}</div>
			</div>
		</section>
	)
}
