import type { ReactNode } from 'react'

import { Art } from '#app/ui/art.tsx'
import { LinkPair } from '#app/ui/button.tsx'
import type { Home } from '#content/schema/home.ts'

type HeroProps = {
	words: Pick<Home['hero'], 'subtitle' | 'primary' | 'secondary' | 'trustIndicators'>
	/** Wraps the text below, so that the headline stops rotating while the pointer is over any of it. */
	headline: (below: ReactNode) => ReactNode
}

export function Hero({ words, headline }: HeroProps) {
	return (
		<section className="hero">
			{headline(
				<>
					<p className="max-w-152 text-lg">{words.subtitle}</p>
					<LinkPair primary={words.primary} secondary={words.secondary} />
					<ul className="hero-trust">
						{words.trustIndicators.map((text) => (
							<li key={text}>{text}</li>
						))}
					</ul>
				</>,
			)}
			<Art name="poster" className="hero-art" align="xMidYMax meet">
				<path d="M-4000 671.7H9V708.3H-4000Z" fill="var(--art-way)" />
			</Art>
		</section>
	)
}
