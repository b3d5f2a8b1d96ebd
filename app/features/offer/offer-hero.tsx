import type { ReactNode } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import type { Landing } from '#content/schema/landing.ts'

type OfferHeroProps = {
	words: Pick<Landing, 'hero' | 'whatYouGet' | 'upgradeCard'>
	/** A slot, because the figures are another island. */
	figures: ReactNode
	/** A slot, because the checkout is another island. */
	purchase: ReactNode
}

export function OfferHero({ words, figures, purchase }: OfferHeroProps) {
	const { hero, whatYouGet, upgradeCard } = words
	return (
		<div className="page grid gap-x-16 gap-y-12 pt-10 pb-14 lg:grid-cols-[7fr_5fr] lg:pt-16 lg:pb-20">
			<div>
				<p className="font-semibold text-accent-ink">{hero.eyebrow}</p>
				<h1 className="mt-3 text-4xl">{hero.title}</h1>
				<p className="mt-6 max-w-[38rem] text-lg">{hero.subtitle}</p>
				<p className="mt-8 flex flex-wrap gap-4">
					<LinkButton size="lg" to={hero.trialButton.href}>
						{hero.trialButton.label}
					</LinkButton>
					<a href="#pricing" className="btn btn-quiet btn-lg">
						See the price
					</a>
				</p>
				<div className="mt-12">{figures}</div>
			</div>
			<div className="grid content-start gap-8">
				<section className="border-t-2 border-ink pt-5">
					<h2>{whatYouGet.title}</h2>
					<CheckedList items={whatYouGet.items} className="mt-4 gap-3" />
				</section>
				<section className="bg-sun p-7 text-on-sun">
					<h2>{upgradeCard.title}</h2>
					<p className="mt-3 mb-6">{upgradeCard.text}</p>
					{purchase}
				</section>
			</div>
		</div>
	)
}
