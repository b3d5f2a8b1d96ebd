import { useSearchParams } from 'react-router'

import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { Pricing } from '#app/features/checkout/pricing.tsx'
import { useDiscount } from '#app/features/checkout/use-discount.ts'
import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { OptInPopup } from '#app/features/leads/opt-in-popup.tsx'
import { FloatingEnroll } from '#app/features/offer/floating-enroll.tsx'
import { Benefits, CareerProgram, OfferHero, OfferQuestions, TrialOffer } from '#app/features/offer/offer-sections.tsx'
import { OtherOffers } from '#app/features/offer/other-offers.tsx'
import { WeekPath } from '#app/features/offer/week-path.tsx'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { Testimonials } from '#app/features/social-proof/testimonials.tsx'
import { EndedAccess } from '#app/lib/ended-access.tsx'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { paths } from '#contracts/paths.ts'

import type { readOffer } from './read-offer.server.ts'

export type OfferData = ReturnType<typeof readOffer>

export function OfferPage({ loaderData }: { loaderData: OfferData }) {
	const { words, offer, disclaimers: notes } = loaderData
	const { discount, apply, remove } = useDiscount(offer.productName, useSearchParams()[0].get('coupon'))
	const couponCode = discount.step === 'applied' ? discount.code : null
	const { upgradeCard } = words
	const session = useSession()
	const userId = useUserId()
	const { ownedSince, list } = useOwnership(userId)

	return (
		<>
			{ownedSince === null && <EndedAccess list={list} className="page pt-8" />}
			<OfferHero
				words={words}
				showsTrial={loaderData.showsTrial}
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
				<WeekPath weeks={loaderData.weeks} words={words.coursePreview} />
			</section>
			{loaderData.showsTrial && <TrialOffer words={words.freeTrial} />}
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
				{loaderData.further && <OtherOffers offers={loaderData.further.others} title={loaderData.further.title} />}
				{loaderData.showsCareerProgram && <CareerProgram words={words.pricing.careerProgram} />}
			</section>
			<NumberedSection number={loaderData.voices.length > 0 ? '3' : '2'} label="Questions">
				<OfferQuestions words={words.questions} />
				<p className="mt-10 max-w-read text-soft">{notes.incomeNoteLong}</p>
			</NumberedSection>
			{ownedSince === null && <FloatingEnroll link={loaderData.floatingButton} />}
			{ownedSince === null && session.status !== 'unknown' && loaderData.optIn && <OptInPopup words={loaderData.optIn} />}
		</>
	)
}
