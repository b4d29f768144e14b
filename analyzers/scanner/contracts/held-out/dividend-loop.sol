// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract DividendLoop {
    address payable[] internal investors;
    mapping(address => uint256) public share;

    function invest() external payable {
        investors.push(payable(msg.sender));
        share[msg.sender] += msg.value;
    }

    function distribute() external {
        uint256 i = 0;
        while (i < investors.length) { // expect: unbounded-loop
            investors[i].transfer(share[investors[i]]); // expect: calls-in-loop
            i++;
        }
    }

    function page(uint256 from, uint256 count) external view returns (address[] memory part) {
        part = new address[](count);
        for (uint256 i = 0; i < count; i++) part[i] = investors[from + i];
    }
}
