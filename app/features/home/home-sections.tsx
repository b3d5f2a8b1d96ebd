import type { ReactNode } from 'react'

import { LinkButton, LinkPair } from '#app/ui/button.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { TitleLink } from '#app/ui/title-link.tsx'
import type { BlogTeaser, Home } from '#content/schema/home.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

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
					<SpritePicture name="signpost" className="w-full max-md:max-w-72" />
				</div>
			</div>
		</section>
	)
}

type HeroProps = {
	words: Pick<Home['hero'], 'subtitle' | 'primary' | 'secondary' | 'trustIndicators'>
	/** Receives the content below the headline, so that hovering over any of it pauses the rotation. */
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
			<SpritePicture name="poster" className="hero-art" align="xMidYMax meet">
				<path d="M-4000 671.7H9V708.3H-4000Z" fill="var(--art-way)" />
			</SpritePicture>
		</section>
	)
}

export function Closing({ words, note }: { words: Home['closing']; note: string }) {
	return (
		<section className="page grid gap-6 pt-12 pb-4">
			<h2 className="max-w-[14ch] text-4xl">{words.title}</h2>
			<p className="max-w-read text-lg">{words.text}</p>
			<LinkPair primary={words.primary} secondary={words.secondary} />
			<p className="max-w-3xl text-soft">{note}</p>
		</section>
	)
}

const SCENES = ['desk', 'fork', 'stall'] as const

export function HowItWorksSteps({ words }: { words: Home['howItWorks'] }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<p className="mt-4 text-lg">{words.intro}</p>
			<ol className="mt-10 grid gap-x-8 gap-y-10 md:grid-cols-3">
				{words.steps.map((step, index) => (
					<li key={step.title}>
						<SpritePicture name={SCENES[index] ?? 'desk'} className="w-full" />
						<h3 className="mt-4 mb-2">{step.title}</h3>
						<p>{step.text}</p>
					</li>
				))}
			</ol>
		</>
	)
}

export function BlogTeasers({ words, teasers }: { words: Home['blog']; teasers: readonly BlogTeaser[] }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<p className="mt-4 max-w-read text-lg">{words.intro}</p>
			<div className="my-10 grid gap-10 lg:grid-cols-[1.5fr_1fr] lg:gap-x-14 lg:gap-y-8">
				{teasers
					.toSorted((a, b) => Number(b.featured) - Number(a.featured))
					.map((teaser) => (
						<article
							key={teaser.id}
							className={`grid content-start gap-[.6rem] ${teaser.featured ? 'lg:row-span-2' : 'border-t-2 border-ink pt-[.9rem]'}`}
						>
							{teaser.featured && <SpritePicture name="studio" className="mb-5 w-full" />}
							<p className="text-soft">
								{teaser.featured && <b className="font-semibold text-accent-ink">Featured · </b>}
								{teaser.category} · {teaser.readTime}
							</p>
							<h3 className={teaser.featured ? 'text-2xl' : undefined}>
								<TitleLink to={teaser.href}>{teaser.title}</TitleLink>
							</h3>
							<p>{teaser.excerpt}</p>
							<p className="text-soft">
								{teaser.author}, <time dateTime={teaser.date}>{formatUtcDay(teaser.date)}</time>
							</p>
						</article>
					))}
			</div>
			<LinkButton to={words.button.href} variant="secondary">
				{words.button.label}
			</LinkButton>
		</>
	)
}
