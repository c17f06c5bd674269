/**
 * Resolves once nothing moves or changes its colour. It does not wait for animations that never end, or that end by
 * scrolling.
 */
export async function settleAnimations(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter(
      ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    )
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
