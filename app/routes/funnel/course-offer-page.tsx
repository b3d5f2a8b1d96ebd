import { useSearchParams } from 'react-router'

import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { Pricing } from '#app/features/checkout/pricing.tsx'
import { useDiscount } from '#app/features/checkout/use-discount.ts'
import { ContainedCourses } from '#app/features/courses/contained-courses.tsx'
import { OtherOffers } from '#app/features/offer/other-offers.tsx'
import { EndedAccess } from '#app/lib/ended-access.tsx'
import { useUserId } from '#app/lib/stored-session.ts'
import { useOrderList } from '#app/lib/use-order-list.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { opensModule } from '#domain/gating/course-contents.ts'

import type { readCourseOffer } from './read-course-offer.server.ts'

export type CourseOfferData = ReturnType<typeof readCourseOffer>

export function CourseOfferPage({ data }: { data: CourseOfferData }) {
	const { offer, pricing, contained, further, notes } = data
	const { discount, apply, remove } = useDiscount(offer.productName, useSearchParams()[0].get('coupon'))
	const userId = useUserId()
	const list = useOrderList(userId)
	const isHeld = data.opened.every((module) => list?.opensForGood && opensModule(list.opensForGood, module))
	const start = contained[0]?.path ?? '/'
	return (
		<>
			{!isHeld && <EndedAccess list={list} className="page pt-8" />}
			<header className="page grid gap-6 pt-12 pb-14">
				<h1 className="max-w-read text-4xl">{offer.productName}</h1>
				<p className="max-w-read text-lg">{offer.description}</p>
				<div className="flex flex-wrap items-center gap-x-5 gap-y-3">
					{isHeld ? (
						<LinkButton size="lg" to={start}>
							Continue Learning
						</LinkButton>
					) : (
						<EnrollButton
							productName={offer.productName}
							couponCode={discount.step === 'applied' ? discount.code : null}
							isCheckingCode={discount.step === 'checking'}
							label={pricing.purchaseLabel}
							busyLabel={pricing.busyLabel}
						/>
					)}
				</div>
			</header>
			<section className="page pb-16" aria-labelledby="contains">
				<h2 id="contains" className="text-3xl">
					What’s included
				</h2>
				<ContainedCourses courses={contained} />
			</section>
			<section id="pricing" className="page pb-16" aria-labelledby="price">
				<h2 id="price" className="text-3xl">
					{isHeld ? 'Yours' : 'Price'}
				</h2>
				{isHeld ? (
					<p className="mt-4 text-lg">You own all of this. There’s nothing left to pay.</p>
				) : (
					<Pricing
						words={pricing}
						offer={offer}
						sampleLabel={notes.sampleLabel}
						discount={discount}
						sectionCount={data.sectionCount}
						ownedSince={null}
						onApply={(code) => void apply(code)}
						onRemove={remove}
					/>
				)}
				<OtherOffers offers={further.others} title={further.title} />
				<p className="mt-10 max-w-read text-soft">{notes.incomeNoteLong}</p>
			</section>
		</>
	)
}
