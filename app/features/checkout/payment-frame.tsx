import type { ReactNode } from 'react'

import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'

type PaymentMood = 'waiting' | 'reached' | 'turned'

function PaymentPicture({ mood, className = '' }: { mood: PaymentMood; className?: string }) {
	return (
		<svg
			className={className}
			viewBox="0 0 640 560"
			preserveAspectRatio={mood === 'reached' ? 'xMidYMin slice' : 'xMidYMid slice'}
			aria-hidden="true"
			focusable="false"
		>
			<rect width="640" height="560" fill="var(--art-sky)" />
			<circle
				cx={mood === 'reached' ? 352 : 520}
				cy={mood === 'reached' ? 176 : 132}
				r={mood === 'reached' ? 104 : 58}
				fill="var(--art-sun)"
			/>
			<path d="M0 372 96 286 158 338 250 262 330 330 470 250 560 330 640 272V560H0Z" fill="var(--art-far)" />
			<path d="M70 470 250 296 300 322 352 116 446 300 492 282 640 452V560H70Z" fill="var(--art-mid)" />
			<path d="M352 116 317 254 346 234 364 258 390 226 410 230Z" fill="var(--art-snow)" />
			<path d="M0 476C160 420 330 440 640 482V560H0Z" fill="var(--art-near)" />
			{MOODS[mood]}
		</svg>
	)
}

const route = { fill: 'none', stroke: 'var(--art-way)', strokeWidth: 9, strokeLinecap: 'round' } as const

const MOODS = {
	waiting: (
		<>
			<path d="M250 560C330 520 250 500 320 470 380 444 300 420 350 392" {...route} />
			<g fill="var(--art-snow)">
				<path d="M190 262a30 30 0 0 1 30-30 44 44 0 0 1 80-12 38 38 0 0 1 62 14 30 30 0 0 1 22 58H220a30 30 0 0 1-30-30Z" />
				<path d="M356 330a26 26 0 0 1 26-26 40 40 0 0 1 72-8 34 34 0 0 1 52 10 27 27 0 0 1 14 50H382a26 26 0 0 1-26-26Z" opacity="0.9" />
			</g>
		</>
	),
	reached: (
		<>
			<path
				d="M220 560C320 524 230 498 312 466 372 440 288 414 346 388 392 364 330 338 362 312 388 290 344 268 356 244 364 226 350 210 352 186"
				{...route}
			/>
			<path d="M352 124V36" stroke="var(--art-ink)" strokeWidth="8" strokeLinecap="round" />
			<path d="M356 40H446L424 64 446 88H356Z" fill="var(--accent)" stroke="var(--art-ink)" strokeWidth="5" />
		</>
	),
	turned: (
		<>
			<path d="M210 560C310 524 230 500 300 474 352 452 300 430 330 414 366 396 414 420 400 446 384 472 444 500 560 506" {...route} />
			<path d="M556 470V420" stroke="var(--art-ink)" strokeWidth="8" strokeLinecap="round" />
			<path d="M512 402H598L618 422 598 442H512Z" fill="var(--art-field)" stroke="var(--art-ink)" strokeWidth="5" />
		</>
	),
}

/** Product and price of the order, shown on sites with several offers. */
export const OfferLine = ({ order: { product, amounts } }: { order: KnownOrder }) => (
	<p className="mt-3 text-lg font-semibold">
		{product.name}, {formatPrice(amounts.totalCents, amounts.currency)}
	</p>
)

export function PaymentFrame({ mood, title, children }: { mood: PaymentMood; title: string; children: ReactNode }) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[6fr_5fr] lg:py-14">
			<div className="lg:py-6">
				<div aria-live="polite">
					<h1>{title}</h1>
				</div>
				{children}
			</div>
			<PaymentPicture mood={mood} className="order-first h-60 w-full lg:order-none lg:h-full lg:max-h-[40rem] lg:min-h-[30rem]" />
		</div>
	)
}
