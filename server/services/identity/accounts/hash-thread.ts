import { hashSync, verifySync } from '@node-rs/argon2'

// Cost of argon2id: 19 MiB, two passes, one lane (ASVS 5.0, appendix C).
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hash = (password: string): string => hashSync(password, COST)

export type HashComparison = { against: string; password: string }
export const verify = ({ against, password }: HashComparison): boolean => verifySync(against, password)
