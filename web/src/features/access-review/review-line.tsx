import { useQuery } from '@tanstack/react-query'
import { UserRoundCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { accessReviewQuery, type AccessReview } from './queries.ts'
import { HeadAction } from '../../ui/buttons/head-action.tsx'
import styles from './review-line.module.css'

const ReviewDialog = fetchedLater(async () => (await import('./review-dialog.tsx')).ReviewDialog)

/**
 * Opens the access review, and says whether one is due. The button comes first, so that it does not move when that is known.
 */
export function ReviewLine() {
  useFetchAhead(ReviewDialog)
  const review = useQuery(accessReviewQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p className={`stamp ${styles.line}`}>
        <HeadAction icon={UserRoundCheckIcon} onClick={() => setIsOpen(true)}>
          Review access
        </HeadAction>
        {review.data && (
          <span className={styles.state}>
            <span>
              <LastReview {...review.data.data} />
            </span>
            <Due {...review.data.data} />
          </span>
        )}
      </p>
      {isOpen && <ReviewDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function LastReview({ lastReview }: AccessReview) {
  if (!lastReview) return 'Never reviewed'
  return (
    <>
      Last reviewed <Timestamp time={lastReview.at}>{formatDate(lastReview.at)}</Timestamp>
    </>
  )
}

function Due({ dueAt }: AccessReview) {
  const [nowMs] = useState(() => Date.now())
  return Date.parse(dueAt) <= nowMs && <Badge colour="yellow" label="Review due" />
}
