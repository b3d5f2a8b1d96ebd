import { useSearchParams } from 'react-router'

import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { Pricing } from '#app/features/checkout/pricing.tsx'
import { useDiscount } from '#app/features/checkout/use-discount.ts'
import { useOfferedCoupon } from '#app/features/checkout/use-offered-coupon.ts'
import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { OptInPopup } from '#app/features/leads/opt-in-popup.tsx'
import { FloatingEnroll } from '#app/features/offer/floating-enroll.tsx'
import { OfferHero } from '#app/features/offer/offer-hero.tsx'
import { Benefits, CareerProgram, OfferQuestions, TrialOffer } from '#app/features/offer/offer-sections.tsx'
import { WeekProfile } from '#app/features/offer/week-profile.tsx'
import { useSession } from '#app/features/session/use-session.ts'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { Testimonials } from '#app/features/social-proof/testimonials.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { claimsById, course, disclaimers, landing, lifetimeOffer, modulePages, testimonialsById } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/digital-income-mastery.ts'

export const loader = () => {
	const { floatingButton, optIn, ...words } = landing
	return {
		words,
		floatingButton,
		optIn,
		offer: lifetimeOffer,
		weeks: course.weeks,
		sectionCount: modulePages.flatMap(({ sections }) => sections).length,
		voices: testimonialsById(landing.testimonials.ids),
		figures: claimsById(landing.hero.claimIds),
		disclaimers,
	}
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
	pageMeta({
		title: loaderData.offer.programName,
		description: loaderData.words.hero.subtitle,
		path: paths.offer,
		image: '/og/digital-income-mastery.png',
	})

export default function OfferRoute({ loaderData }: Route.ComponentProps) {
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
				<p className="mt-4 text-lg">{words.pricing.intro}</p>
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
