import { useEffect, useRef } from 'react'

/** Applies the code in the URL (`?coupon=`) once. */
export function useOfferedCoupon(coupon: string | null, apply: (code: string) => Promise<void>): void {
	const isApplied = useRef(false)
	useEffect(() => {
		if (coupon === null || isApplied.current) return
		isApplied.current = true
		void apply(coupon.slice(0, 64))
	}, [coupon, apply])
}
