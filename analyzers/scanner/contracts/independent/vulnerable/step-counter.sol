pragma solidity 0.8.13;

contract StepCounter {
    mapping(uint256 => uint256) public weight;
    uint256 public total;

    function fill(uint256 from, uint256 to) external {
        for (uint256 day = from; day < to; day++) { // expect: unbounded-loop
            weight[day] = day * day;
            total += weight[day];
        }
    }
}
