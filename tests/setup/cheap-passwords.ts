// Vitest setup file that makes password hashes cheap: a real one takes 19 MiB and 7 ms of CPU time on purpose, and most tests sign
// someone in. password-hash.test.ts tests the real cost.
import { hashSync, verifySync } from '@node-rs/argon2'

import { hashThreads } from '#server/services/identity/accounts/password-hash.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

Object.assign(hashThreads, {
	hash: async (password: string) => hashSync(password, CHEAP),
	verify: async (against: string, password: string) => verifySync(against, password),
} satisfies typeof hashThreads)
