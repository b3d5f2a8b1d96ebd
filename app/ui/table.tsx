import type { ReactNode } from 'react'

export function Table({ caption, head, children }: { caption: string; head: readonly string[]; children: ReactNode }) {
	return (
		<div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
			<table className="table">
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr>
						{head.map((title) => (
							<th key={title} scope="col">
								{title}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	)
}
