import type { ReactNode } from 'react'

import type { Home } from '#content/schema/home.ts'

/** Panel with figures, next to the quotes. */
export function Community({ words, figures }: { words: Home['community']; figures: ReactNode }) {
	return (
		<section className="on-sun">
			<div className="page grid gap-8 py-12 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16 lg:py-16">
				<div>
					<h2>{words.title}</h2>
					<p className="mt-3">{words.text}</p>
				</div>
				{figures}
			</div>
		</section>
	)
}
