import { useSearchParams } from 'react-router'

import { fromContent, requireFound } from '#app/content.server.ts'
import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { Pricing } from '#app/features/checkout/pricing.tsx'
import { useDiscount } from '#app/features/checkout/use-discount.ts'
import { useOfferedCoupon } from '#app/features/checkout/use-offered-coupon.ts'
import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { OptInPopup } from '#app/features/leads/opt-in-popup.tsx'
import { FloatingEnroll } from '#app/features/offer/floating-enroll.tsx'
import { OfferHero } from '#app/features/offer/offer-hero.tsx'
import { Benefits, CareerProgram, OfferQuestions, TrialOffer } from '#app/features/offer/offer-sections.tsx'
import { OtherOffers } from '#app/features/offer/other-offers.tsx'
import { WeekProfile } from '#app/features/offer/week-profile.tsx'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { Testimonials } from '#app/features/social-proof/testimonials.tsx'
import { useSession } from '#app/lib/use-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import type { Content } from '#content/load-content.server.ts'
import type { Offer } from '#content/schema/offers.ts'
import { furtherOfferPath, offerPath } from '#contracts/offer-path.ts'
import { paths } from '#contracts/paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import type { Route } from './+types/digital-income-mastery.ts'

export { action } from '#app/form-action.server.ts'

/** `code` is in the address of every offer but the first (app/routes.ts). */
function findOffer({ offers, lifetimeOffer }: Content, code?: string): Offer {
	const offer = requireFound(code === undefined ? lifetimeOffer : offers.slice(1).find((candidate) => candidate.code === code))
	return offer
}

/** What only a site with several offers shows: the offer's own head of the page, where it is not the first, and the others. */
const describeFurther = ({ offers, lifetimeOffer }: Content, offer: Offer) => ({
	head: offer.code !== lifetimeOffer.code && {
		title: offer.productName,
		path: furtherOfferPath(offer.code),
		image: `/og${furtherOfferPath(offer.code)}.png`,
	},
	others: offers
		.filter(({ code }) => code !== offer.code)
		.map(({ code, productName, description, amountCents, currency }) => ({
			path: offerPath(offers, code) ?? paths.offer,
			name: productName,
			price: formatPrice(amountCents, currency),
			text: description,
		})),
})

export const loader = fromContent((content, { params }) => {
	const { claimsById, course, disclaimers, landingOf, lifetimeOffer, modulePages, offers, testimonialsById } = content
	const offer = findOffer(content, params.code)
	const landing = landingOf(offer)
	const { floatingButton, optIn, ...words } = landing
	const { hero } = landing
	const isFirst = offer.code === lifetimeOffer.code
	return {
		words: isFirst ? words : { ...words, hero: { ...hero, eyebrow: offer.productName, subtitle: offer.description } },
		floatingButton,
		optIn,
		offer: isFirst ? offer : { ...offer, programName: offer.productName },
		weeks: course.weeks,
		sectionCount: modulePages.flatMap(({ sections }) => sections).length,
		voices: testimonialsById(landing.testimonials.ids),
		figures: claimsById(hero.claimIds),
		disclaimers,
		further: offers.length > 1 ? describeFurther(content, offer) : null,
	}
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	// None where no offer has this address.
	loaderData
		? pageMeta(matches, {
				title: loaderData.offer.programName,
				description: loaderData.words.hero.subtitle,
				path: paths.offer,
				image: '/og/digital-income-mastery.png',
				...loaderData.further?.head,
			})
		: []

/** The page of an offer. From one to the next it begins anew: a code belongs to the offer that it was typed for. */
export default function OfferRoute({ loaderData }: Route.ComponentProps) {
	return <OfferPage key={loaderData.offer.code} loaderData={loaderData} />
}

function OfferPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
	const { words, offer, disclaimers: notes } = loaderData
	const { discount, apply, remove } = useDiscount(offer.productName)
	useOfferedCoupon(useSearchParams()[0].get('coupon'), apply)
	const couponCode = discount.step === 'applied' ? discount.code : null
	const { upgradeCard } = words
	const session = useSession()
	const ownedSince = useOwnership(session.status === 'signed-in' ? session.user.id : null)

	return (
		<>
			<OfferHero
				words={words}
				figures={<ClaimList claims={loaderData.figures} notes={{ sample: 'Sample figure, not yet measured.', income: notes.incomeNote }} />}
				purchase={
					ownedSince !== null ? (
						<LinkButton size="lg" variant="secondary" to={paths.continueLearning}>
							Continue Learning
						</LinkButton>
					) : (
						<EnrollButton
							variant="secondary"
							productName={offer.productName}
							couponCode={couponCode}
							isCheckingCode={discount.step === 'checking'}
							label={upgradeCard.purchaseLabel}
							busyLabel={upgradeCard.busyLabel}
						/>
					)
				}
			/>
			<NumberedSection number="1" label="Why">
				<Benefits words={words.benefits} />
			</NumberedSection>
			<section className="page pb-16">
				<h2 className="text-3xl">{words.coursePreview.title}</h2>
				<p className="mt-4 max-w-read text-lg">{words.coursePreview.intro}</p>
				<WeekProfile weeks={loaderData.weeks} words={words.coursePreview} />
			</section>
			<TrialOffer words={words.freeTrial} />
			{loaderData.voices.length > 0 && (
				<NumberedSection number="2" label="Voices">
					<h2 className="text-3xl">{words.testimonials.title}</h2>
					<p className="mt-4 max-w-read text-lg">{words.testimonials.intro}</p>
					<Testimonials items={loaderData.voices} sampleLabel={notes.sampleLabel} />
					<p className="mt-6 text-soft">{notes.incomeNote}</p>
				</NumberedSection>
			)}
			<section id="pricing" className="page pb-16">
				<h2 className="text-3xl">{words.pricing.title}</h2>
				{!loaderData.further && <p className="mt-4 text-lg">{words.pricing.intro}</p>}
				<Pricing
					words={words.pricing}
					offer={offer}
					sampleLabel={notes.sampleLabel}
					discount={discount}
					sectionCount={loaderData.sectionCount}
					ownedSince={ownedSince}
					onApply={(code) => void apply(code)}
					onRemove={remove}
				/>
				{loaderData.further && <OtherOffers offers={loaderData.further.others} />}
				<CareerProgram words={words.pricing.careerProgram} />
			</section>
			<NumberedSection number={loaderData.voices.length > 0 ? '3' : '2'} label="Questions">
				<OfferQuestions words={words.questions} />
				<p className="mt-10 max-w-read text-soft">{notes.incomeNoteLong}</p>
			</NumberedSection>
			{ownedSince === null && <FloatingEnroll link={loaderData.floatingButton} />}
			{ownedSince === null && session.status !== 'unknown' && <OptInPopup words={loaderData.optIn} />}
		</>
	)
}
