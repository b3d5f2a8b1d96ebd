import type { ReactNode } from 'react'

import { Art } from '#app/ui/art.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { Home } from '#content/schema/home.ts'

export function Assessment({ words, figures }: { words: Home['assessment']; figures: ReactNode }) {
	return (
		<section className="hillside">
			<svg className="hillside-edge" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true">
				<path d="M0 90C240 20 420 70 680 64S1180 4 1440 54V121H0Z" />
			</svg>
			<div className="on-spruce">
				<div className="page grid items-center gap-10 pb-16 md:grid-cols-[minmax(0,1fr)_22rem] lg:gap-24 lg:pb-24">
					<div className="grid justify-items-start gap-6">
						<h2 className="text-4xl">{words.title}</h2>
						<p className="max-w-read text-lg">{words.text}</p>
						<div className="w-full max-w-read">{figures}</div>
						<LinkButton to={words.button.href} size="lg">
							{words.button.label}
						</LinkButton>
					</div>
					<Art name="signpost" className="w-full max-md:max-w-72" />
				</div>
			</div>
		</section>
	)
}
